import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * In this order.
 *
 * Locks are taken run (ascending id), then stage, then task, everywhere; each function locks in one statement and reads
 * in a later one, so that it sees what the previous holder of the lock committed. The locks are NO KEY ones: a foreign
 * key check of a new row must not wait for them.
 */
const FILES = [
  'tables',
  'workspaces',
  'stories',
  'audit',
  'partitions',
  'publish-delay',
  'claim-tasks',
  'apply-advance',
  'request-tasks',
  'beat',
  'sweep-outbox',
  'erase-runs',
  'redrive-task',
  'apply-question',
  'read-questions',
];

/** The first schema. Its SQL files are frozen: later migrations bring SQL of their own. */
export class Foundation1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES) await runner.query(sqlFile(`1764800000000-foundation/${file}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema if exists assay cascade');
  }
}
