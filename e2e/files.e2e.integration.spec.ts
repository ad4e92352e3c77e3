import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startAssay } from './harness/assay-process.js';
import { CLI } from './harness/program-of.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const GOOD = 'SELECT city, count(*) AS customers FROM customer JOIN orders ON customer = customer.id GROUP BY ALL';

interface Files {
  files: { name: string }[];
  tables: { name: string; rows: number; columns: { name: string; type: string }[] }[];
  findings: string[];
  goldSqlsSetAside: number;
}

describe('files that people bring', () => {
  let world: World;
  let folder: string;

  const assay = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, ASSAY_URL: world.api.url, NO_COLOR: '1' };
    return (await promisify(execFile)(process.execPath, [CLI, ...args], { env })).stdout;
  };
  const customers = (columns: string): Promise<void> =>
    writeFile(join(folder, 'customer.csv'), Buffer.from(`${columns}\n1;José;Málaga\n2;Eve;Oslo\n`, 'latin1'));

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-e2e-uploads-')));
    await customers('id;name;city');
    await writeFile(join(folder, 'orders.csv'), 'id,customer,total\n1,1,9.5\n2,1,4\nbroken\n3,2,1\n');
    world = await shareWorld();
  });
  afterAll(async () => {
    await world?.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('are uploaded and answer a question', async () => {
    const shown = await assay('workspaces', 'add', 'sales', join(folder, 'customer.csv'), join(folder, 'orders.csv'));
    expect(shown).toContain('id number, name text, city text');
    expect(shown).toContain('1 line of the file orders.csv could not be read');
    expect(shown).toContain('the file customer.csv is read as windows-1252');
    const { record } = await world.play({ sql: () => GOOD }, { workspace: 'sales' });
    expect(record).toMatchObject({ status: 'GOLD' });
    const { rows } = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', `/v1/questions/${record.id}/rows`);
    expect(rows.map((row) => row.join(' ')).sort()).toEqual(['Málaga 2', 'Oslo 1']);
    const stolen = "SELECT * FROM read_csv('/etc/passwd')";
    const refused = await world.play({ sql: ({ job }) => (job === 0 ? stolen : GOOD) }, { workspace: 'sales' });
    expect(refused.record.attempts[0]?.candidates.map(({ sql, valid }) => [sql === stolen, valid])).toContainEqual([
      true,
      false,
    ]);
  });

  it('replace their tables, and set aside what no longer runs on them', async () => {
    const { items } = await world.api.expect<{ items: { id: string; name: string }[] }>(200, 'GET', '/v1/workspaces');
    const path = `/v1/workspaces/${items.find(({ name }) => name === 'sales')?.id}`;
    const gold = { question: 'Who are they?', sql: 'SELECT name FROM customer' };
    await world.api.expect(201, 'POST', `${path}/gold-sqls`, gold);
    const setAside = async (): Promise<(string | null)[]> =>
      (await world.api.expect<{ items: { setAside: string | null }[] }>(200, 'GET', `${path}/gold-sqls`)).items.map(
        (one) => one.setAside,
      );
    expect(await setAside()).toEqual([null]);

    await customers('id;called;city');
    const changed = JSON.parse(
      await assay('workspaces', 'put', 'sales', join(folder, 'customer.csv'), '--json'),
    ) as Files;
    expect(changed.tables[0]?.columns.map(({ name }) => name)).toEqual(['id', 'called', 'city']);
    expect(changed.goldSqlsSetAside).toBe(1);
    expect(await setAside()).toEqual([expect.stringContaining('name')]);
    const rest = await world.play({ sql: () => GOOD }, { workspace: 'sales', question: 'Who are they all?' });
    expect(rest.calls.some(({ call }) => JSON.stringify(call.body).includes(gold.sql))).toBe(false);

    await customers('id;name;city');
    expect(await assay('workspaces', 'put', 'sales', join(folder, 'customer.csv'))).not.toContain('set aside');
    expect(await setAside()).toEqual([null]);
    await world.api.expect(204, 'DELETE', path);
  });

  it('cannot be read and become findings, while questions on the others are answered', async () => {
    await writeFile(join(folder, 'deep.json'), '['.repeat(200_000) + ']'.repeat(200_000));
    await writeFile(join(folder, 'nested.json'), '['.repeat(600) + ']'.repeat(600));
    const paths = ['customer.csv', 'orders.csv', 'deep.json', 'nested.json'].map((name) => join(folder, name));
    const shown = await assay('workspaces', 'add', 'deep', ...paths);
    expect(shown).toContain('the file deep.json could not be read');
    const { record } = await world.play({ sql: () => GOOD }, { workspace: 'deep', question: 'Where do they live?' });
    expect(record).toMatchObject({ status: 'GOLD' });
    await rm(join(folder, 'deep.json'));
    await rm(join(folder, 'nested.json'));
  });

  it('are asked about where they lie, in one command and without a model', async () => {
    const started = await startAssay({ parameters: ['--data', folder, '--once'] });
    const { code, stdout, stderr } = await started.finished();
    await started.removeData();
    expect(stderr).toContain('customer: id number, name text, city text, 2 rows');
    expect(stderr).toContain('answered by a script that ships with Assay');
    expect(stdout).toMatch(/customer +2\n *orders +3/);
    expect(code).toBe(0);
  });
});
