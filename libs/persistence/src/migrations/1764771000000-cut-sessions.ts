import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Sessions of target databases that were cut while busy, for all db-samplers. */
export class CutSessions1764771000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('cut-sessions'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assay.cut_sessions');
  }
}
