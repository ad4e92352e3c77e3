import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

const statement = {
  name: 'extend_task',
  text: `update assay.tasks set run_until = greatest(run_until, now() + make_interval(secs => $3::double precision))
     where id = $1 and claim = $2 and status = 'RUNNING'`,
};

/** Lets a claimed task run for at least this many seconds more before it is taken back; nothing for a claim that is lost. */
export async function extendTask(database: Queryable, task: Id, claim: Id, seconds: number): Promise<void> {
  await database.query(statement, [task, claim, seconds]);
}
