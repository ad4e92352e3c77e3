import type { EscalationRecord } from '@assay/contracts';

/** Row count at judgement; null if truncated or not on record. */
export function rowsWhenAnswered({ attempts }: Pick<EscalationRecord, 'attempts'>): number | null {
  const answer = attempts.findLast(({ winner }) => winner !== null)?.winner;
  const candidates = attempts.flatMap((attempt) => attempt.candidates);
  const execution = candidates.find(({ id }) => id === answer)?.execution ?? null;
  return execution === null || execution.truncated || execution.error !== null ? null : execution.rowCount;
}
