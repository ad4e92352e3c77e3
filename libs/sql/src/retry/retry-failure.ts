import type { DatabaseSchema, Dialect, ErrorCategory, StatementError } from '@assay/contracts';

export interface RetryFailure {
  category: ErrorCategory;
  /** From 1. */
  attempt: number;
  dialect: Dialect;
  question: string;
  sql: string;
  message: string;
  /** Null if not from the database. */
  error: StatementError | null;
  failedChecks: readonly { name: string; error: string; suggestion: string | null }[];
  passedChecks: number;
  /** Oldest first. */
  previous: readonly { attempt: number; category: ErrorCategory; message: string; sql: string }[];
  repeated: boolean;
  schema: DatabaseSchema;
}
