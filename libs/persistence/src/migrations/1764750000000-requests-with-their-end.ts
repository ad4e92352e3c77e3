import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * The row of a request that is answered where it was made is written with its end. Services of the release before call
 * `finish_tasks` without requests, which stays beside the new one.
 */
export class RequestsWithTheirEnd1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of ['claim-tasks', 'request-tasks', 'finish-tasks']) {
      await runner.query(sqlFile(`foundation/${file}`));
    }
  }

  /** The functions stay: for services of before they do the same. */
  async down(): Promise<void> {}
}
