import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/**
 * What the requirements of a question leave open, and what somebody settled. `ended` is how the question ended before
 * anything was settled.
 */
export class Settlements1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.questions
      add column if not exists readings jsonb not null default '[]',
      add column if not exists open_points jsonb not null default '[]',
      add column if not exists ended jsonb`);
    await runner.query(`create table if not exists assay.settlements (
      id uuid primary key,
      run_id uuid not null references assay.runs on delete cascade,
      -- from 1: two that are told at once cannot both be the next one
      ordinal integer not null,
      open_point uuid not null,
      option text not null,
      -- the candidate that answers from then on
      reading uuid not null,
      sql text not null,
      remembered boolean not null,
      created_at timestamptz not null default now(),
      unique (run_id, ordinal)
    )`);
    await runner.query(sqlFile('foundation/apply-question'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists assay.settlements');
    await runner.query(`alter table assay.questions
      drop column if exists ended, drop column if exists open_points, drop column if exists readings`);
  }
}
