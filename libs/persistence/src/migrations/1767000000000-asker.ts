import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Statements that run as the asker. */
export class Asker1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1767000000000-asker/questions'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column identity');
  }
}
