import type { EscalationRecord } from '@assay/contracts';

/** How many rows the answer returned when it was judged; null where it was cut then, or is not on record. */
export function rowsWhenAnswered({ attempts }: Pick<EscalationRecord, 'attempts'>): number | null {
  const answer = attempts.findLast(({ winner }) => winner !== null)?.winner;
  const candidates = attempts.flatMap((attempt) => attempt.candidates);
  const execution = candidates.find(({ id }) => id === answer)?.execution ?? null;
  return execution === null || execution.truncated || execution.error !== null ? null : execution.rowCount;
}
