import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlFile } from './sql-file.js';

/** Story evaluations: what was asked, the candidates, and what their evaluators found out. */
export class Stories1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sqlFile('stories'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table if exists assay.story_coverage, assay.story_tool_calls, assay.story_scores,
         assay.story_candidates, assay.story_evaluations`,
    );
  }
}
