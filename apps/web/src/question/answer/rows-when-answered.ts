import type { EscalationRecord } from '@assay/contracts';

/** How many rows the answer returned when it was judged; null where it was cut then, or is not on record. */
export function rowsWhenAnswered({
  attempts,
  settlements,
}: Pick<EscalationRecord, 'attempts' | 'settlements'>): number | null {
  const answer = settlements.at(-1)?.reading ?? attempts.findLast(({ winner }) => winner !== null)?.winner;
  const candidates = attempts.flatMap((attempt) => attempt.candidates);
  const execution = candidates.find(({ id }) => id === answer)?.execution ?? null;
  return execution === null || execution.truncated || execution.error !== null ? null : execution.rowCount;
}
