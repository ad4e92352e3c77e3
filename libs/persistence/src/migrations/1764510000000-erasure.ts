import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By name: what each of them is for is found without reading whole tables. */
const INDEXES: Record<string, string> = {
  // rows that a workspace that is deleted takes with it
  questions_workspace: 'assay.questions (workspace_id)',
  workspace_files_workspace: 'assay.workspace_files (workspace_id)',
  tasks_of_workspace_alone: 'assay.tasks (workspace_id) where run_id is null',
  // workspaces whose check or erasure was interrupted
  workspaces_closed: 'assay.workspaces (updated_at) where privileges is null',
};

/** What hangs on a workspace is found without reading what hangs on others. */
export class Erasure1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await runner.query(`create index if not exists ${name} on ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index if exists assay.${name}`);
  }
}
