import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a schema was last read anew because SQL contradicted its snapshot: for a workspace, and for a question. */
export class SchemaLooks1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.workspaces add column if not exists schema_looked_at timestamptz');
    await runner.query('alter table assay.questions add column if not exists schema_looked_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.questions drop column if exists schema_looked_at');
    await runner.query('alter table assay.workspaces drop column if exists schema_looked_at');
  }
}
