import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Deliveries of webhooks. Additions only, for the previous release. */
export class Webhooks1767200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1767200000000-webhooks/webhooks'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assay.webhooks');
  }
}
