import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

export class KnownAnswers1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1766900000000-known-answers/gold-sqls'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions drop column known;
      alter table assay.gold_sqls drop column words, drop column is_follow_up;
      drop function assay.question_words`);
  }
}
