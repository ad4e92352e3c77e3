import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Files that people uploaded to workspaces; gold SQLs that no longer run. */
export class Files1764480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('files'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.gold_sqls drop column if exists set_aside, drop column if exists changed_at');
    await runner.query('drop table if exists assay.workspace_file_chunks, assay.workspace_files');
  }
}
