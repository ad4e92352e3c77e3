import type { CandidateRecord, EscalationRecord } from '@assay/contracts';

/** The test that a SQL fails which never became valid. */
const VALID_SQL_TEST = 'valid SQL';

/**
 * Why a SQL never became valid: its last error. A candidate has it with itself; of records of earlier releases, those
 * tell it among the failures of their level. Null where the question ended without telling those.
 */
export function whyInvalid(record: EscalationRecord, { sql, execution, lastFailure }: CandidateRecord): string | null {
  if (execution?.error) return execution.error;
  if (lastFailure) return lastFailure.message;
  const told = [
    ...record.attempts.flatMap(({ escalationContext }) => escalationContext?.failedSqls ?? []),
    ...(record.result?.sqlList ?? []),
  ];
  const failures = told.filter((failed) => failed.sql === sql).flatMap(({ failedTests }) => failedTests);
  return failures.find(({ test }) => test === VALID_SQL_TEST)?.reason ?? null;
}
