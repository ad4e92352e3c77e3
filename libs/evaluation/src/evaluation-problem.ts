import { AssayError } from '@assay/contracts';

/** What the user of an evaluation can correct: a folder, a file or an option that is not as it should be. */
export class EvaluationProblem extends AssayError {
  constructor(message: string) {
    super('EVALUATION_INPUT', message);
  }
}
