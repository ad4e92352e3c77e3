import type { Queryable } from '../database.js';

const statement = { name: 'erase_audit', text: 'select assay.erase_audit($1, $2) as erased' };

/** Deletes a page of audit entries older than `days`; returns the count. */
export async function eraseAudit(database: Queryable, days: number, limit: number): Promise<number> {
  const [row] = await database.query<{ erased: number }>(statement, [days, limit]);
  return row?.erased ?? 0;
}
