import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  'alter table assay.corrections add column if not exists workspace_id uuid',
  `update assay.corrections c set workspace_id = q.workspace_id
   from assay.questions q where q.run_id = c.run_id and c.workspace_id is null`,
  `create index corrections_comments on assay.corrections (workspace_id, id desc) where sql is null`,
];

/** Comments of a workspace's questions are found without reading those of all. */
export class CorrectionsByWorkspace1764490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.corrections drop column if exists workspace_id');
  }
}
