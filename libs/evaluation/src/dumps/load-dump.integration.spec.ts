import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TargetQueryRunner } from '../execution/target-query-runner.js';
import { loadDump } from './load-dump.js';

const DUMP = `
  create table public.pet (id bigint not null, name text, weight numeric(5,2));
  insert into public.pet values (1, 'Rex', 20.50), (2, 'Tom', 4.00);
`;

let server: TestPostgres;
let folder: string;
let path: string;

beforeAll(async () => {
  server = await startTestPostgres();
  folder = await mkdtemp(join(tmpdir(), 'assay-dump-'));
  path = join(folder, 'pets.sql');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

const dataset = `set-${process.pid}`;
const load = async (text: string): Promise<string> => {
  await writeFile(path, text);
  return loadDump(server.url, dataset, { id: 'pets', path });
};

describe('a dump', () => {
  it('is loaded once, and again when it has changed', async () => {
    const url = await load(DUMP);
    const runner = new TargetQueryRunner([{ id: 'pets', dialect: 'postgres', url }], new AbortController().signal);
    expect(await runner.run('pets', 'select name from pet order by weight')).toMatchObject({
      kind: 'rows',
      result: { rows: [['Tom'], ['Rex']] },
    });
    await runner.close();
    const loadedAt = await bornAt(url);
    expect(await bornAt(await load(DUMP))).toBe(loadedAt);
    expect(await bornAt(await load(`${DUMP} create table other (id int);`))).not.toBe(loadedAt);
  });

  it('is read by a role that may do nothing else', async () => {
    const client = new pg.Client({ connectionString: await load(DUMP) });
    await client.connect();
    await expect(client.query('delete from pet')).rejects.toThrow('permission denied');
    await expect(client.query('create table mine (id int)')).rejects.toThrow('permission denied');
    await client.end();
  });

  it('does not run as a superuser', async () => {
    await expect(load("copy (select 1) to program 'true'")).rejects.toThrow(
      /pets\.sql does not load: permission denied/,
    );
  });

  it('is refused where it needs psql', async () => {
    await expect(load('COPY pet (id) FROM stdin;\n1\n\\.\n')).rejects.toThrow('--inserts');
  });
});

/** Differs after recreation. */
async function bornAt(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ oid: string }>("select 'pet'::regclass::oid::text as oid, 1");
  const { rows: databases } = await client.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  );
  await client.end();
  return `${databases[0]?.oid} ${rows[0]?.oid}`;
}
