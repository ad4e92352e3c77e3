import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A block is a text, or a difference to another block of its workspace that is one. */
export class BlockDifferences1764560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assay.blocks
      alter column content drop not null,
      add column if not exists base text,
      add column if not exists delta bytea`);
  }

  /** Differences go: the parts of prompts that they stand for are shown as erased. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from assay.blocks where content is null');
    await runner.query(`alter table assay.blocks
      drop column if exists base, drop column if exists delta, alter column content set not null`);
  }
}
