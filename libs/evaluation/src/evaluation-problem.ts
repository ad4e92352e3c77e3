import { AssayError } from '@assay/contracts';

/** A user error in a folder, file or option. */
export class EvaluationProblem extends AssayError {
  constructor(message: string) {
    super('EVALUATION_INPUT', message);
  }
}
