import { AssayError, type StatementError } from '@assay/contracts';

/** A statement failed in the target database through its own fault: the candidate's, never the infrastructure's. */
export class StatementFailedError extends AssayError {
  readonly statement: StatementError;

  constructor(statement: StatementError) {
    super('STATEMENT_FAILED', statement.message);
    this.statement = statement;
  }
}
