import type { DatabaseSchema, Dialect, ErrorCategory, StatementError } from '@assay/contracts';

/** A failed attempt, input of the retry message. */
export interface RetryFailure {
  category: ErrorCategory;
  /** From 1. */
  attempt: number;
  dialect: Dialect;
  question: string;
  sql: string;
  message: string;
  /** The database's error, if it rejected the statement. */
  error: StatementError | null;
  failedChecks: readonly { name: string; error: string; suggestion: string | null }[];
  passedChecks: number;
  /** Oldest first. */
  previous: readonly { attempt: number; category: ErrorCategory; message: string; sql: string }[];
  /** The same SQL failed before. */
  repeated: boolean;
  schema: DatabaseSchema;
}
