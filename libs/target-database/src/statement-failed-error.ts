import { AssayError, type StatementError } from '@assay/contracts';
import { shortened } from './values/shortened.js';

/** The statement caused the failure, not the infrastructure. */
export class StatementFailedError extends AssayError {
  readonly statement: StatementError;

  constructor(statement: StatementError) {
    super('STATEMENT_FAILED', shortened(statement.message));
    this.statement = { ...statement, message: this.message, hint: statement.hint && shortened(statement.hint) };
  }

  get isTimeout(): boolean {
    return this.message.startsWith(ENDED) || TIMEOUTS.has(this.statement.code ?? '');
  }

  /** The server did not stop it at the timeout, so the session was cut. */
  get isUnended(): boolean {
    return this.statement.code === 'TARGET_NO_ANSWER';
  }
}

const TIMEOUTS = new Set(['57014', '1969', '3024', 'TARGET_NO_ANSWER']);
const ENDED = 'the statement was ended after';

export function timedOut(code: string, timeoutMs: number): StatementFailedError {
  const message = `${ENDED} ${timeoutMs} ms`;
  return new StatementFailedError({ category: 'EXECUTION_ERROR', code, message, position: null, hint: null });
}

export const NO_QUERY: StatementError = {
  category: 'VALIDATION_FAILED',
  code: null,
  message: 'the server does not take the statement for a query',
  position: null,
  hint: null,
};

export const UNENDED: StatementError = {
  category: 'EXECUTION_ERROR',
  code: 'TARGET_NO_ANSWER',
  message: 'the database did not end the statement at its timeout, and it is not run again',
  position: null,
  hint: 'process shorter texts and smaller arrays in one call',
};
