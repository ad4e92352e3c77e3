import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** A sweep looks at the runs of its own page alone, whatever is known of the others. */
export class SweepPlan1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('foundation/sweep-outbox'));
  }

  /** The function of before does the same. */
  async down(): Promise<void> {}
}
