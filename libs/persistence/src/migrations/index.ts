import type { MigrationInterface, QueryRunner } from 'typeorm';
import { readFileSync } from 'node:fs';

/**
 * Lock order everywhere: run (ascending id), stage, task. Functions lock in one statement and read in a later one, to
 * see what the previous holder committed. NO KEY locks let foreign key checks of new rows pass.
 */
const FOUNDATION = [
  'tables',
  'workspaces',
  'stories',
  'audit',
  'partitions',
  'publish-delay',
  'claim-tasks',
  'apply-advance',
  'request-tasks',
  'beat',
  'sweep-outbox',
  'erase-runs',
  'redrive-task',
  'apply-question',
  'read-questions',
];

/**
 * Oldest first; their files run in this order and are frozen. Each only adds: services of the previous release run on
 * the migrated database.
 */
export const MIGRATIONS = [
  migration('Foundation', '1764800000000-foundation', ...FOUNDATION),
  migration('Continuations', '1764900000000-continuations', 'questions'),
  migration('PromptCost', '1766700000000-prompt-cost', 'costs'),
  migration('People', '1766800000000-people', 'people'),
  migration('KnownAnswers', '1766900000000-known-answers', 'gold-sqls'),
  migration('Asker', '1767000000000-asker', 'questions'),
  migration('ModelSettings', '1767100000000-model-settings', 'model-settings'),
  migration('Webhooks', '1767200000000-webhooks', 'webhooks'),
  migration('Owners', '1767300000000-owners', 'owners'),
  migration('TableCounts', '1767400000000-table-counts', 'workspaces'),
  migration('Losses', '1767500000000-losses', 'tasks'),
];

function migration(title: string, folder: string, ...files: string[]): new () => MigrationInterface {
  const name = `${title}${parseInt(folder)}`;
  const made = class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const file of files) await runner.query(sqlFile(`${folder}/${file}`));
    }

    async down(): Promise<void> {
      throw new Error('Migrations only add: the previous release runs on a migrated database.');
    }
  };
  return Object.defineProperty(made, 'name', { value: name });
}

function sqlFile(name: string): string {
  return readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
}
