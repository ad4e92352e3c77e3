import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '../testing/processes-with.js';
import { filesDatabase, evictFiles, type FilesDatabase } from './files-database.js';
import { DuckdbSession } from './session.js';

const { signal } = new AbortController();
const READ = { parameters: [], timeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('files that cannot be read', () => {
  let folder: string;

  const tablesOf = async ({ path, findings }: FilesDatabase): Promise<unknown[]> => {
    const session = await DuckdbSession.open(path, { connectMs: 20_000, signal }, findings);
    const sql = 'select table_name from duckdb_tables() order by table_name';
    const rows = await session.read({ ...READ, sql }, signal);
    session.destroy();
    return rows.map(([name]) => name);
  };
  const made = (): Promise<FilesDatabase> => filesDatabase({ path: folder, files: null, mayBeEmpty: true });

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-unreadable-')));
  });
  afterAll(async () => {
    await evictFiles(folder);
    await rm(folder, { recursive: true });
  });

  it('become findings, and the tables of the others are there', async () => {
    await writeFile(join(folder, 'a.csv'), 'id,name\n1,Ada\n');
    await writeFile(join(folder, 'deep-600.json'), lists(600));
    await writeFile(join(folder, 'deep-60000.json'), lists(60_000));
    await writeFile(join(folder, 'deep-200000.json'), lists(200_000));
    await writeFile(join(folder, 'objects-60000.json'), objects(60_000));
    await writeFile(join(folder, 'objects-200000.json'), objects(200_000));
    await writeFile(join(folder, 'wrapped.json'), `[{"id": 1, "deep": ${lists(2000)}}]`);
    await writeFile(join(folder, 'z.json'), '[{"id": 1, "lines": [{"sku": "x", "count": 2}]}]');
    const database = await made();
    expect(await tablesOf(database)).toEqual(expect.arrayContaining(['a', 'deep_600', 'wrapped', 'z']));
    expect(database.findings).toContain('the file deep-200000.json could not be read: reading it failed');
    expect(database.findings).toContain('the file objects-200000.json could not be read: reading it failed');
    expect(database.findings.join()).not.toMatch(/a\.csv|deep-600\.json|wrapped|z\.json/);
  });

  it('leave the memory to those behind them', async () => {
    const wide = await realpath(await mkdtemp(join(tmpdir(), 'assay-wide-')));
    const names = Array.from({ length: 100_000 }, (_, at) => `c${at}`);
    await writeFile(join(wide, 'a.csv'), `${names.join(',')}\n${names.map(() => '1').join(',')}\n`);
    await writeFile(join(wide, 'z.csv'), 'id,name\n1,Ada\n2,Bob\n');
    const database = await filesDatabase({ path: wide, files: null, mayBeEmpty: false });
    // A process whose allocations fail does not always live to say so.
    const reason = /^the file a\.csv could not be read: (it takes too much memory|reading it failed)$/;
    expect(database.findings.join()).toMatch(reason);
    expect(await tablesOf(database)).toEqual(['z']);
    await evictFiles(wide);
    await rm(wide, { recursive: true });
  });

  it('do not count a process that is killed against the file at hand', async () => {
    await writeFile(join(folder, 'a.csv'), `id,name\n${'1,Ada\n'.repeat(200_000)}`);
    const making = made();
    if (process.platform === 'linux') {
      const [loader = 0] = await eventually(() => {
        const found = processesWith(join('loading', 'load')).filter((pid) => processesWith(folder).includes(pid));
        return found.length > 0 && found;
      });
      process.kill(loader, 'SIGKILL');
    }
    const { findings } = await making;
    expect(findings.join()).not.toContain('a.csv');
  });
});
