import { nameLevel } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';

/** Which models wrote a SQL: `fast models`, `fast and strongest models`. */
export function levelsBySql({ attempts }: Pick<EscalationRecord, 'attempts'>): Map<string, string> {
  const written = attempts.flatMap(({ level, candidates }) => candidates.map(({ sql }) => ({ level, sql })));
  const bySql = Map.groupBy(written, ({ sql }) => sql);
  const namesOf = (places: typeof written): string =>
    [...new Set(places.map(({ level }) => nameLevel(level).toLowerCase()))].join(' and ');
  return new Map([...bySql].map(([sql, places]) => [sql, `${namesOf(places)} models`]));
}
