import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people have written down of their data: imported documents; and every name that a target database was seen to
 * have, so that what vanished can be told.
 */
export class Knowledge1764470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists assay.schema_names (
        workspace_id uuid primary key references assay.workspaces on delete cascade,
        -- table → its columns, in lower case
        names jsonb not null,
        -- grows with every change
        version integer not null default 1
      )`);
    await runner.query(`
      create table if not exists assay.knowledge (
        id uuid primary key,
        workspace_id uuid not null references assay.workspaces on delete cascade,
        name text not null,
        format text not null,
        -- of what was read: the same document written otherwise has the same
        hash text not null,
        -- what was read, whether the database has what it names or not
        items jsonb not null,
        -- what could not be read, and why
        left_out jsonb not null,
        imported_at timestamptz not null default now()
      )`);
    await runner.query(
      'create unique index if not exists knowledge_name on assay.knowledge (workspace_id, lower(name))',
    );
    // the definitions that its agents were told
    await runner.query(`alter table assay.questions add column if not exists definitions jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column if exists definitions');
    await runner.query('drop table if exists assay.knowledge, assay.schema_names');
  }
}
