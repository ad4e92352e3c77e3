import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** What operators look for: dead letters, and what to do about them; whom a reply on a queue answers; and who did what. */
export class Operations1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of ['operations', 'audit']) await runner.query(sqlFile(file));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists assay.audit');
    await runner.query('drop function if exists assay.erase_audit(integer, integer), assay.refuse_audit_change()');
    await runner.query('drop function if exists assay.redrive_task(uuid, text)');
    await runner.query('drop index if exists assay.idempotency_keys_run');
  }
}
