import type { DatabaseSchema, Dialect, ErrorCategory, StatementError } from '@assay/contracts';

/** A failed attempt at a candidate, as the model is told about it. */
export interface RetryFailure {
  category: ErrorCategory;
  /** 1 for the first failure. */
  attempt: number;
  dialect: Dialect;
  question: string;
  /** What failed; '' where there was no SQL. */
  sql: string;
  /** The primary error in words. */
  message: string;
  /** The database's own error, where it was the one that refused. */
  error: StatementError | null;
  failedChecks: readonly { name: string; error: string; suggestion: string | null }[];
  passedChecks: number;
  /** Earlier failures, oldest first. */
  previous: readonly { attempt: number; category: ErrorCategory; message: string; sql: string }[];
  /** The same SQL came back although it had failed before. */
  repeated: boolean;
  /** The linked schema: its names are what there is. */
  schema: DatabaseSchema;
}
