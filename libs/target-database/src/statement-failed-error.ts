import { AssayError, type StatementError } from '@assay/contracts';

/** A statement failed in the target database through its own fault: the candidate's, never the infrastructure's. */
export class StatementFailedError extends AssayError {
  readonly statement: StatementError;

  constructor(statement: StatementError) {
    super('STATEMENT_FAILED', statement.message);
    this.statement = statement;
  }
}

/** The error of a statement that was ended at its timeout; `code` is what its engine calls that. */
export function timedOut(code: string, timeoutMs: number): StatementFailedError {
  const message = `the statement was ended after ${timeoutMs} ms`;
  return new StatementFailedError({ category: 'EXECUTION_ERROR', code, message, position: null, hint: null });
}
