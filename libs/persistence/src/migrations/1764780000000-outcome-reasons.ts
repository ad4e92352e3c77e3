import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Why an answer is SILVER, and why a question ended in FAILED. */
export class OutcomeReasons1764780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions
      add column if not exists silver jsonb,
      add column if not exists reason jsonb`);
    await runner.query(sqlFile('foundation/apply-question'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions drop column if exists reason, drop column if exists silver`);
  }
}
