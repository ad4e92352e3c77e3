import { describeReason } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';

type Attempts = Pick<EscalationRecord, 'attempts'>;

export function describeEscalations({ attempts }: Attempts): string {
  const tried = attempts.flatMap(({ level, reason }) => (reason === null ? [] : [{ level, reason }]));
  return [...Map.groupBy(tried, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const levels = group.map(({ level }) => level).join(' and ');
      return `${levels} ${group.length === 1 ? 'was' : 'were'} tried ${describeReason(reason)}`;
    })
    .join(', ');
}

/** `BASIC`, `BASIC and EXPERT`. */
export function levelsBySql({ attempts }: Attempts): Map<string, string> {
  const written = attempts.flatMap(({ level, candidates }) => candidates.map(({ sql }) => ({ level, sql })));
  const bySql = Map.groupBy(written, ({ sql }) => sql);
  return new Map(
    [...bySql].map(([sql, places]) => [sql, [...new Set(places.map(({ level }) => level))].join(' and ')]),
  );
}
