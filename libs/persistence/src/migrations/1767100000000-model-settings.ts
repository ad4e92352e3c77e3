import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Models that admins set. Additions only, for the previous release. */
export class ModelSettings1767100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1767100000000-model-settings/model-settings'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assay.model_settings');
  }
}
