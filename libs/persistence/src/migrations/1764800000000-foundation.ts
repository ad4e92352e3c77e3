import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * The files run in this order. Lock order everywhere: run (ascending id), stage, task. Functions lock in one statement
 * and read in a later one, to see what the previous holder committed. NO KEY locks let foreign key checks of new rows
 * pass.
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

/** The first schema. Its SQL files are frozen: later migrations bring their own. */
export class Foundation1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES) await runner.query(sqlFile(`1764800000000-foundation/${file}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema if exists assay cascade');
  }
}
