import type { EscalationRecord } from '@assay/contracts';
import { useSearchParams } from 'wouter';

/** Of `?level=ADVANCED`, else the last. */
export function useAttemptIndex(record: EscalationRecord): number {
  const [search] = useSearchParams();
  const wanted = search.get('level');
  const index = record.attempts.findIndex(({ level }) => level === wanted);
  return index >= 0 ? index : record.attempts.length - 1;
}
