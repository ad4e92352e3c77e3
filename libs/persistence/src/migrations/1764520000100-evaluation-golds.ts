import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A question of an evaluation that has several gold SQLs is asked once, and right by any of them. */
export class EvaluationGolds1764520000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.workspace_evaluation_answers
      add column if not exists other_sqls jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.workspace_evaluation_answers drop column if exists other_sqls');
  }
}
