import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** What speaks against an answer, and what a question without one would be answered with. */
export class Odds1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions
      add column if not exists contested jsonb,
      add column if not exists most_likely jsonb`);
    await runner.query(sqlFile('foundation/apply-question'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions
      drop column if exists most_likely, drop column if exists contested`);
  }
}
