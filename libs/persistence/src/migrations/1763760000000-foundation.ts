import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * In this order. The hot functions are the way of a task in the fewest round trips.
 *
 * Locks are taken run (ascending id), then stage, then task, everywhere; each function locks in one statement and reads
 * in a later one, so that it sees what the previous holder of the lock committed. The locks are NO KEY ones: a foreign
 * key check of a new row must not wait for them.
 */
const FILES = [
  'tables',
  'partitions',
  'publish-delay',
  'claim-tasks',
  'finish-tasks',
  'apply-advance',
  'request-tasks',
  'beat',
  'sweep-outbox',
  'erase-runs',
  'apply-question',
  'read-questions',
];

/** The first schema: workspaces, runs and their work, questions, journal, events. */
export class Foundation1763760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES) await runner.query(sqlFile(`foundation/${file}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema if exists assay cascade');
  }
}
