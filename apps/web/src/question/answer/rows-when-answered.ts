import type { EscalationRecord } from '@assay/contracts';

/** How many rows the winner returned when it was chosen; null where it was cut then, or is not on record. */
export function rowsWhenAnswered({ attempts }: Pick<EscalationRecord, 'attempts'>): number | null {
  const attempt = attempts.findLast(({ winner }) => winner !== null);
  const execution = attempt?.candidates.find(({ id }) => id === attempt.winner)?.execution ?? null;
  return execution === null || execution.truncated || execution.error !== null ? null : execution.rowCount;
}
