import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Additions only, for the previous release. */
export class TableCounts1767400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('1767400000000-table-counts/workspaces'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assay.workspaces drop column table_count');
  }
}
