import { AssayError } from '@assay/contracts';

/** What the user can set right: a message without a stack, and lines that help to. */
export class CliProblem extends AssayError {
  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super('USAGE', message);
  }
}
