import { AssayError } from '@assay/contracts';

/** An error in a folder, file or option that the user can correct. */
export class EvaluationProblem extends AssayError {
  constructor(message: string) {
    super('EVALUATION_INPUT', message);
  }
}
