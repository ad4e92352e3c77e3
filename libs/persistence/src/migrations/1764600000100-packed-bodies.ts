import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Bodies of calls may be packed; what lists of calls show of them has a column of its own. */
export class PackedBodies1764600000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.steps add column if not exists cached_tokens integer');
    await runner.query(sqlFile('foundation/finish-tasks'));
  }

  /** What is packed is shown as erased. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('update assay.steps set raw = null where request is null and raw is not null');
    await runner.query('alter table assay.steps drop column if exists cached_tokens');
  }
}
