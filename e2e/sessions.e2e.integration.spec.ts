import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createWorld, type OwnWorld } from './harness/own-world.js';

/** Ms: some interrupt reading. */
const TIMEOUTS = [10, 14, 18, 22, 26, 30, 36, 42, 50, 60, 70, 80, 95, 110, 130];
/** Results of 20 MB. */
const BIG = {
  sqlite:
    "with recursive r(n) as (select 1 union all select n+1 from r limit 1000) select printf('%.*c',20000,'x') as a, n from r",
  duckdb: "SELECT repeat('x', 20000) AS a, range FROM range(1000)",
};

describe('a statement that ends at its timeout', () => {
  let world: OwnWorld;
  let folder: string;
  const workspaces = new Map<string, string>();

  const askAll = (dialect: keyof typeof BIG): Promise<string[]> =>
    Promise.all(
      TIMEOUTS.map(async (statementTimeoutMs) => {
        const options = {
          workspace: workspaces.get(dialect),
          settings: { statementTimeoutMs, sqlCandidates: 1, candidateRetries: 0 },
        };
        return (await world.ask({ sql: () => BIG[dialect] }, options)).id;
      }),
    );

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-e2e-sessions-')));
    world = await createWorld({ env: { ASSAY_SQLITE_DIRS: folder, ASSAY_FILE_DIRS: folder } });
    const file = join(folder, 'shop.sqlite');
    const database = new DatabaseSync(file);
    database.exec('create table t (a integer)');
    database.close();
    await writeFile(join(folder, 't.csv'), 'a\n1\n');
    for (const [dialect, url] of [
      ['sqlite', `sqlite://${file}`],
      ['duckdb', `duckdb://${join(folder, 't.csv')}`],
    ] as const) {
      workspaces.set(dialect, await world.createWorkspace({ database: { dialect, url } }));
    }
  });
  afterAll(async () => {
    await world?.end();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['sqlite', 'duckdb'] as const)('costs its session and not the process: %s', async (dialect) => {
    const { url } = world.assay;
    for (const id of await askAll(dialect)) expect((await world.ended(id)).status).not.toBe('CANCELLED');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(world.assay.stderr).not.toContain('uncaught');
  });

  it('does not end the process that finds it queued when it starts', async () => {
    const ids = await askAll('sqlite');
    await world.killAndRestart();
    for (const id of ids) expect((await world.ended(id)).status).not.toBe('CANCELLED');
    expect((await fetch(`${world.assay.url}/health/ready`)).status).toBe(200);
    expect(world.assay.stderr).not.toContain('uncaught');
  });
});
