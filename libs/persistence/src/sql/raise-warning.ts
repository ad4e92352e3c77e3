import type { Id } from '@assay/contracts';
import type { Database } from '../database.js';
import { lockRun } from './run-row.js';

const statement = {
  name: 'raise_warning',
  text: `with run as (
       update assay.runs set last_event = last_event + 1
       where id = $1 and finished_at is null and not exists (
         select from assay.events e where e.run_id = $1 and e.type = 'warning-raised' and e.body ->> 'code' = $2)
       returning id, last_event
     )
     insert into assay.event_batches (run_id, sequence, at, events)
     select id, last_event, clock_timestamp(), jsonb_build_array(jsonb_build_object(
              'type', 'warning-raised', 'body', jsonb_build_object('code', $2::text, 'message', $3::text)))
     from run`,
};

/** For open runs, once per code. */
export async function raiseWarningOnce(database: Database, run: Id, code: string, message: string): Promise<void> {
  await database.transaction(async (connection) => {
    // the next statement sees what the previous holder of the lock wrote
    await lockRun(connection, run);
    await connection.query(statement, [run, code, message]);
  });
}
