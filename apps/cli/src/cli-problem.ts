import { AssayError } from '@assay/contracts';

/** A user error; printed without a stack. */
export class CliProblem extends AssayError {
  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super('USAGE', message);
  }
}
