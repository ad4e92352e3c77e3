import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The evaluations of one key are listed without reading those of all. */
export class StoryOwners1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index if not exists story_evaluations_owner on assay.story_evaluations (owner, run_id desc)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists assay.story_evaluations_owner');
  }
}
