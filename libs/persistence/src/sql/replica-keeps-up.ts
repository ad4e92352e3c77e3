import type { Queryable } from '../database.js';

// heartbeats of processes are rows: the newest that has arrived says up to when a replica knows everything
const statement = {
  name: 'replica_keeps_up',
  text: `select coalesce(max(beaten_at) > clock_timestamp() - make_interval(secs => $1), false) as "keepsUp"
     from assay.processes`,
};

/** Whether a replica is at most so many seconds behind, by its own clock. */
export async function replicaKeepsUp(replica: Queryable, seconds: number): Promise<boolean> {
  const [row] = await replica.query<{ keepsUp: boolean }>(statement, [seconds]);
  return row?.keepsUp === true;
}
