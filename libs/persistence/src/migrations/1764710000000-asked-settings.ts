import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A question keeps the settings as they were sent, so that it can be asked again with them; null is of before. */
export class AskedSettings1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions add column if not exists asked_settings jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column if exists asked_settings');
  }
}
