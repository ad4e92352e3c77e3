import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A task that is in hand has one entry in an index in place of two, which tells of its queue as well. What services of
 * before ask is answered by the new indexes, too.
 */
export class TasksInHand1764760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index if not exists tasks_ready on assay.tasks (queue, ready_at) where status = 'READY'`,
    );
    await runner.query(
      `create index if not exists tasks_in_hand on assay.tasks (process_id, run_until) include (queue)
       where status = 'RUNNING'`,
    );
    await runner.query('drop index if exists assay.tasks_queue, assay.tasks_claimed');
  }

  /** The indexes stay: they answer what services of before ask. */
  async down(): Promise<void> {}
}
