import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of prompt fences, and tokens that providers wrote to their caches. */
export class PromptCost1766700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table assay.workspaces add column prompt_secret text not null default gen_random_uuid()::text',
    );
    await runner.query('alter table assay.steps add column cache_write_tokens integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.steps drop column cache_write_tokens');
    await runner.query('alter table assay.workspaces drop column prompt_secret');
  }
}
