import type { GoldSqlView, Id } from '@assay/contracts';

/** A gold SQL as it is stored. */
export interface GoldSqlRow {
  id: Id;
  question: string;
  sql: string;
  evidence: string | null;
  createdAt: Date;
}

/** A gold SQL as it is served. */
export function goldSqlView({ id, question, sql, evidence, createdAt }: GoldSqlRow): GoldSqlView {
  return { id, question, sql, evidence, createdAt: createdAt.toISOString() };
}
