import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = /* sql */ `
-- how often a model was right as a judge in a workspace: what was learnt stays when records go
create table if not exists assay.judge_tallies (
  workspace_id uuid not null references assay.workspaces on delete cascade,
  agent text not null,
  -- with its reasoning effort: the same model at another one is another judge
  model text not null,
  right_verdicts bigint not null default 0,
  wrong_verdicts bigint not null default 0,
  primary key (workspace_id, agent, model)
)`;

/** What is learnt of judges, and what each question goes by of it. */
export class Judges1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(`alter table assay.questions
      add column if not exists models jsonb not null default '{}',
      add column if not exists judges jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column if exists judges, drop column if exists models');
    await runner.query('drop table if exists assay.judge_tallies');
  }
}
