import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = /* sql */ `
-- gold SQLs of a workspace, asked as questions
create table assay.workspace_evaluations (
  id uuid primary key,
  workspace_id uuid not null references assay.workspaces on delete cascade,
  repeats integer not null,
  -- what it depends on: when one of these is another one, it is due again
  schema_hash text,
  models jsonb not null,
  prompts text not null,
  -- who carries it on, until when
  claimed_until timestamptz not null default now(),
  waiting_for text,
  cancelled boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index workspace_evaluations_newest on assay.workspace_evaluations (workspace_id, id desc);
-- one at a time of a workspace
create unique index workspace_evaluations_open on assay.workspace_evaluations (workspace_id) where finished_at is null;

create table assay.workspace_evaluation_answers (
  evaluation_id uuid not null references assay.workspace_evaluations on delete cascade,
  gold_sql_id uuid not null,
  repeat integer not null,
  -- as they were when it began
  question text not null,
  sql text not null,
  evidence text,
  run_id uuid references assay.runs on delete set null,
  outcome text,
  winner text,
  message text,
  primary key (evaluation_id, gold_sql_id, repeat)
);
create index workspace_evaluation_answers_run on assay.workspace_evaluation_answers (run_id) where run_id is not null;

-- the gold SQL that its prompts are not to show
alter table assay.questions add column if not exists leaves_out uuid`;

/** Evaluations of workspaces by their own gold SQLs, kept with every answer. */
export class WorkspaceEvaluations1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column if exists leaves_out');
    await runner.query('drop table if exists assay.workspace_evaluation_answers, assay.workspace_evaluations');
  }
}
