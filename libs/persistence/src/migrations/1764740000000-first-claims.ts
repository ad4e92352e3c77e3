import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** A task may be inserted as the process's that inserts it. */
export class FirstClaims1764740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of ['first-claim', 'apply-advance', 'request-tasks', 'finish-tasks']) {
      await runner.query(sqlFile(`foundation/${file}`));
    }
  }

  /** The functions stay: for services of before, who name no process, they do the same. */
  async down(): Promise<void> {}
}
