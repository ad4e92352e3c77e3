import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Functions that name the table of events. */
const FUNCTIONS = ['partitions', 'finish-tasks', 'apply-advance', 'erase-runs'];

/** One row for all events of a run that a commit writes, and a view with one row an event. */
export class EventBatches1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('event-batches'));
    for (const file of FUNCTIONS) await runner.query(sqlFile(`foundation/${file}`));
  }

  /** The events become rows of their own again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create table assay.told as select * from assay.events');
    await runner.query('drop view assay.events');
    await runner.query('drop function assay.tell_event()');
    await runner.query('truncate assay.event_batches');
    await runner.query('alter table assay.event_batches drop column events');
    await runner.query(`insert into assay.event_batches (run_id, sequence, type, at, body)
      select run_id, sequence, type, at, body from assay.told`);
    await runner.query('drop table assay.told');
    await runner.query(`alter table assay.event_batches
      alter column type set not null, alter column body set not null`);
    await runner.query('alter table assay.event_batches rename to events');
  }
}
