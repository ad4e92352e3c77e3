import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** A process tells when the first of its tasks is overdue: a look for lost tasks reads no task of those that are in time. */
export class OverdueProcesses1764730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.processes add column if not exists overdue_at timestamptz');
    await runner.query(sqlFile('foundation/beat'));
  }

  /** The column stays: the heartbeat writes it, and services of before do not read it. */
  async down(): Promise<void> {}
}
