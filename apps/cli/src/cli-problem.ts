import { AssayError } from '@assay/contracts';

/** An error that the user can correct; printed without a stack. */
export class CliProblem extends AssayError {
  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super('USAGE', message);
  }
}
