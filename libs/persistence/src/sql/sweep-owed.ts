import type { Id, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';

export type OwedPublication =
  { kind: 'task'; id: Id; delivery: number; queue: TaskQueue; priority: number } | { kind: 'run'; id: Id };

const statement = { name: 'sweep_owed', text: 'select * from assay.sweep_owed($1)' };

/** A page of what is owed to the queues and was not published, or published long ago without effect. */
export async function sweepOwed(database: Queryable, limit: number): Promise<OwedPublication[]> {
  return database.query<OwedPublication>(statement, [limit]);
}
