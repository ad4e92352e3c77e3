import type { GoldSqlView, Id } from '@assay/contracts';

/** A gold SQL as it is stored. */
export interface GoldSqlRow {
  id: Id;
  question: string;
  sql: string;
  evidence: string | null;
  createdAt: Date;
  /** Why it takes no part any more. */
  setAside?: string | null;
}

/** A gold SQL as it is served. */
export function goldSqlView({ id, question, sql, evidence, createdAt, setAside = null }: GoldSqlRow): GoldSqlView {
  return { id, question, sql, evidence, createdAt: createdAt.toISOString(), setAside };
}
