import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Questions that test the candidates of another one. */
export class Continuations1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1764900000000-continuations/questions'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column continues, drop column adopted');
  }
}
