import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * What the questions of a workspace came to, by day of UTC. Several rows each: processes that write at once take
 * different ones, so that few wait for another's commit. Slot 0 is that of questions that are counted one by one.
 *
 * No foreign key: whoever counts would wait for whoever deletes the workspace.
 */
const WORKSPACE_DAYS = /* sql */ `
create table assay.workspace_days (
  workspace_id uuid not null,
  day date not null,
  slot smallint not null,
  questions integer not null default 0,
  -- of model calls, in and out together
  tokens bigint not null default 0,
  cost_usd double precision not null default 0,
  primary key (day, workspace_id, slot)
) with (fillfactor = 50)`;

const DAY_SLOT = /* sql */ `
create or replace function assay.day_slot() returns smallint
language sql stable as $$ select (1 + pg_backend_pid() % 8)::smallint $$`;

/** Counters of what workspaces use in a day, which quotas go by. */
export class WorkspaceDays1764450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [WORKSPACE_DAYS, DAY_SLOT, sqlFile('foundation/finish-tasks')])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists assay.workspace_days');
  }
}
