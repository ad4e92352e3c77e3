import type { Queryable } from '../database.js';

const statement = { name: 'erase_audit', text: 'select assay.erase_audit($1, $2) as erased' };

/** Removes entries of the audit trail older than `days`, a page at a time; how many were removed. */
export async function eraseAudit(database: Queryable, days: number, limit: number): Promise<number> {
  const [row] = await database.query<{ erased: number }>(statement, [days, limit]);
  return row?.erased ?? 0;
}
