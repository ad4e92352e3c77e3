import { AssayError } from '@assay/contracts';

/** What the user can set right: a message without a stack. */
export class CliProblem extends AssayError {
  constructor(message: string) {
    super('USAGE', message);
  }
}
