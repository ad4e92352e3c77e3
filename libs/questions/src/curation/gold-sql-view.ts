import type { GoldSqlView } from '@assay/contracts';
import type { Stored } from '@assay/persistence';

/** A gold SQL as it is stored. */
export type GoldSqlRow = Stored<GoldSqlView>;

/** A gold SQL as it is served. */
export function goldSqlView({ id, question, sql, evidence, createdAt, setAside = null }: GoldSqlRow): GoldSqlView {
  return { id, question, sql, evidence, createdAt: createdAt.toISOString(), setAside };
}
