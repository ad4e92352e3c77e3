import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOUNDATION_FUNCTIONS } from './foundation-functions/index.js';
import { FOUNDATION_QUESTION_FUNCTIONS } from './foundation-questions.sql.js';
import { FOUNDATION_TABLES } from './foundation-tables.sql.js';
import { PARTITIONS } from './partitions.sql.js';

/** The first schema: workspaces, runs and their work, questions, journal, events. */
export class Foundation1763760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FOUNDATION_TABLES);
    const statements = [...PARTITIONS, ...FOUNDATION_FUNCTIONS, ...FOUNDATION_QUESTION_FUNCTIONS];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema if exists assay cascade');
  }
}
