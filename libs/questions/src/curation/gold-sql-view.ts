import type { GoldSqlView } from '@assay/contracts';
import type { Stored } from '@assay/persistence';

/** As stored. */
export type GoldSqlRow = Stored<GoldSqlView>;

/** As served. */
export function goldSqlView({ id, question, sql, evidence, createdAt, setAside = null }: GoldSqlRow): GoldSqlView {
  return { id, question, sql, evidence, createdAt: createdAt.toISOString(), setAside };
}
