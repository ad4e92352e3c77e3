import { describe, expect, it } from '@jest/globals';
import { RECORD_MIGRATION } from '@assay/contracts';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { MIGRATIONS } from './index.js';

/** Start of the SHA-256 of each file, without comments. */
const FROZEN = {
  '1764800000000-foundation/apply-advance.sql': '8d946c3d77f98a0f',
  '1764800000000-foundation/apply-question.sql': '8a8d8a24b70bff8c',
  '1764800000000-foundation/audit.sql': '83d0f9a41f7630b8',
  '1764800000000-foundation/beat.sql': 'd4bcc0ff65eea82d',
  '1764800000000-foundation/claim-tasks.sql': 'b2e67a4bd07f5e9a',
  '1764800000000-foundation/erase-runs.sql': 'dbcdefc95a4b9137',
  '1764800000000-foundation/partitions.sql': '2a80618f06885f1d',
  '1764800000000-foundation/publish-delay.sql': 'd094166f8eff2c64',
  '1764800000000-foundation/read-questions.sql': 'ffc325b62f817320',
  '1764800000000-foundation/redrive-task.sql': '1fab1f606b8ddcd5',
  '1764800000000-foundation/request-tasks.sql': 'b76826890659f8e2',
  '1764800000000-foundation/stories.sql': 'cbc49a48269d1203',
  '1764800000000-foundation/sweep-outbox.sql': '66597a2a5da35223',
  '1764800000000-foundation/tables.sql': 'f24f0ab9e460a764',
  '1764800000000-foundation/workspaces.sql': '261efc3d23749028',
  '1764900000000-continuations/questions.sql': '18e52bcf7c4e0c1b',
  '1766700000000-prompt-cost/costs.sql': '8b7d89eb73289dac',
  '1766800000000-people/people.sql': '25997c8bd5e7e1e8',
  '1766900000000-known-answers/gold-sqls.sql': 'af6a6f4391293d5c',
  '1767000000000-asker/questions.sql': '13ac667861b1e597',
  '1767100000000-model-settings/model-settings.sql': '4520369874c90ff4',
  '1767200000000-webhooks/webhooks.sql': '8f1292aea9d12ed0',
  '1767300000000-owners/owners.sql': '5ad1a9ac3e3fcf17',
  '1767400000000-table-counts/workspaces.sql': '81a25af92822bd48',
  '1767500000000-losses/tasks.sql': '3706c61c7c301d2e',
};

describe('the migrations', () => {
  it('end with the one that services wait for when they start (RECORD_MIGRATION in contracts)', () => {
    expect(MIGRATIONS.at(-1)?.name).toBe(RECORD_MIGRATION);
  });

  it('are identified and ordered by the time in their names', () => {
    const times = MIGRATIONS.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
  });

  it('are frozen: a change of the schema is another migration', () => {
    const folder = new URL('../../migrations/', import.meta.url);
    const hashes = globSync('**/*.sql', { cwd: folder }).map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8').replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();
      return [file, createHash('sha256').update(sql).digest('hex').slice(0, 16)] as const;
    });
    expect(Object.fromEntries(hashes)).toEqual(FROZEN);
  });
});
