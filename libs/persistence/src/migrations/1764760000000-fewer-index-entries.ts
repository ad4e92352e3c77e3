import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * A task that is in hand has one entry in an index in place of two, which tells of its queue as well. The indexes of
 * before, `tasks_queue` and `tasks_claimed`, stay until the next release: its services ask by them, and to drop them
 * beside services at work is a circle of locks. A run's steps no longer move the time at which a sweep looks at it.
 */
export class FewerIndexEntries1764760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index if not exists tasks_ready on assay.tasks (queue, ready_at) where status = 'READY'`,
    );
    await runner.query(
      `create index if not exists tasks_in_hand on assay.tasks (process_id, run_until) include (queue)
       where status = 'RUNNING'`,
    );
    for (const file of ['sweep-outbox', 'apply-advance', 'finish-tasks']) {
      await runner.query(sqlFile(`foundation/${file}`));
    }
  }

  /** Indexes and functions stay: for services of before they do the same. */
  async down(): Promise<void> {}
}
