import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The block with what is known of a target database's data; taken with its schema. */
export class Profiles1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.workspaces add column if not exists profile_hash text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.workspaces drop column if exists profile_hash');
  }
}
