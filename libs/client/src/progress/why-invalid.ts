import type { CandidateRecord, EscalationRecord } from '@assay/contracts';

/** The test that a SQL fails which never became valid. */
const VALID_SQL_TEST = 'valid SQL';

/**
 * Why a SQL never became valid: its last error. What ran has it with itself; of what was refused before it ran, the
 * record tells it among the failures of its level. Null where the question ended without telling those.
 */
export function whyInvalid(record: EscalationRecord, { sql, execution }: CandidateRecord): string | null {
  if (execution?.error) return execution.error;
  const told = [
    ...record.attempts.flatMap(({ escalationContext }) => escalationContext?.failedSqls ?? []),
    ...(record.result?.sqlList ?? []),
  ];
  const failures = told.filter((failed) => failed.sql === sql).flatMap(({ failedTests }) => failedTests);
  return failures.find(({ test }) => test === VALID_SQL_TEST)?.reason ?? null;
}
