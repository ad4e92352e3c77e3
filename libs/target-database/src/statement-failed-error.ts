import { AssayError, type StatementError } from '@assay/contracts';

/** Characters of a server's words that are passed on: they go into records and prompts. */
const LONGEST = 4000;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A statement failed in the target database through its own fault: the candidate's, never the infrastructure's. */
export class StatementFailedError extends AssayError {
  readonly statement: StatementError;

  constructor(statement: StatementError) {
    super('STATEMENT_FAILED', shortened(statement.message));
    this.statement = { ...statement, message: this.message, hint: statement.hint && shortened(statement.hint) };
  }

  /** Whether it was ended at its timeout. */
  get isTimeout(): boolean {
    return this.message.startsWith(ENDED) || TIMEOUTS.has(this.statement.code ?? '');
  }

  /** Whether the server did not end it at its timeout, so that its session was cut. */
  get isUnended(): boolean {
    return this.statement.code === 'TARGET_NO_ANSWER';
  }
}

/** Codes of servers that end statements themselves: PostgreSQL, MariaDB, MySQL. */
const TIMEOUTS = new Set(['57014', '1969', '3024', 'TARGET_NO_ANSWER']);
const ENDED = 'the statement was ended after';

/** The error of a statement that was ended at its timeout; `code` is what its engine calls that. */
export function timedOut(code: string, timeoutMs: number): StatementFailedError {
  const message = `${ENDED} ${timeoutMs} ms`;
  return new StatementFailedError({ category: 'EXECUTION_ERROR', code, message, position: null, hint: null });
}

/** The error of a statement that the server did not end at its timeout. */
export const UNENDED: StatementError = {
  category: 'EXECUTION_ERROR',
  code: 'TARGET_NO_ANSWER',
  message: 'the database did not end the statement at its timeout, and it is not run again',
  position: null,
  hint: 'process shorter texts and smaller arrays in one call',
};
