import type { GoldSqlView, Id } from '@assay/contracts';
import type { Stored } from '@assay/persistence';

export type GoldSqlRow = Stored<GoldSqlView>;

/** As served. @param contradicts others of the same question with another SQL */
export function goldSqlView(
  { id, question, sql, evidence, createdAt, setAside = null }: GoldSqlRow,
  contradicts: readonly Id[] = [],
): GoldSqlView {
  const view = { id, question, sql, evidence, createdAt: createdAt.toISOString(), setAside };
  return contradicts.length === 0 ? view : { ...view, contradicts: [...contradicts] };
}
