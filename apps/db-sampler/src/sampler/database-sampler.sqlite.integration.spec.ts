import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseAnswers, Examination, StatementLimits } from '@assay/contracts';
import { DatabaseSampler } from './database-sampler.js';
import { RowExporter } from './export-rows.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };
const ENDLESS = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t';

const HOSTILE = [
  'delete from orders',
  "attach database '/tmp/assay-sampled-sqlite.sqlite' as other",
  'pragma writable_schema = on',
  "select load_extension('/tmp/evil.so')",
  "select writefile('/tmp/assay-sampled-sqlite', 'x')",
  "vacuum into '/tmp/assay-sampled-sqlite.sqlite'",
  'select 1; drop table orders',
  'select * from sqlite_schema',
  'select * from pragma_database_list',
];

const never = (): AbortSignal => new AbortController().signal;

describe('the sampler on SQLite', () => {
  let folder: string;
  let path: string;
  let sampler: DatabaseSampler;
  let shop: WorkspaceConnection;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-sampler-')));
    path = join(folder, 'shop.sqlite');
    const database = new DatabaseSync(path);
    database.exec('create table orders (id integer primary key, name text)');
    for (let id = 1; id <= 20; id += 1) database.prepare('insert into orders values (?, ?)').run(id, `name ${id}`);
    database.close();
    shop = { workspace: 'shop', dialect: 'sqlite', url: `sqlite://${path}` };
    sampler = new DatabaseSampler({ policy: { hosts: [], ownStores: [], sqliteDirs: [folder] } });
  });

  afterAll(async () => {
    await sampler.close();
    await rm(folder, { recursive: true, force: true });
  });

  const examine = (sql: string, workspace = shop, limits = LIMITS, signal = never()): Promise<Examination> =>
    sampler.answer(workspace, { kind: 'examine', sql, limits }, signal);

  it('examines a good statement', async () => {
    expect(await examine('select name from orders where id > 18 order by id desc;')).toMatchObject({
      outcome: 'valid',
      tables: ['orders'],
      result: { columns: [{ name: 'name', type: 'TEXT' }], rows: [['name 20'], ['name 19']] },
    });
  });

  it('exports all rows of one execution, up to the cap, and nothing of what the guard refuses', async () => {
    const stored: string[] = [];
    const blocks = { store: async (_workspace: string, text: string) => String(stored.push(text)) };
    const thousands = 'with recursive t(n) as (select 1 union all select n + 1 from t where n < 30000) select n from t';
    const limits = { ...LIMITS, maxRows: 25_000 };
    const exporter = new RowExporter(sampler, blocks);
    const exported = async (sql: string): Promise<DatabaseAnswers['export']> =>
      exporter.export(shop, { kind: 'export', sql, limits }, never());
    expect(await exported(thousands)).toMatchObject({ result: { columns: [{ name: 'n' }], truncated: true } });
    expect(stored.flatMap((text) => JSON.parse(text) as number[][])).toEqual(
      Array.from({ length: 25_000 }, (_, index) => [index + 1]),
    );
    expect(await exported('select name from orders where id = 0')).toMatchObject({ result: { truncated: false } });
    expect(stored.at(-1)).toBe('[]');
    expect(await exported('delete from orders')).toMatchObject({ refusal: expect.any(String) });
    expect(await exported('select nothing from orders')).toMatchObject({
      error: { message: expect.stringContaining('nothing') },
    });
  });

  it('says that it does not know a request of another release', async () => {
    const request = { kind: 'rows-by-telepathy' } as unknown as Parameters<typeof sampler.answer<'check'>>[1];
    await expect(sampler.answer(shop, request, never())).rejects.toMatchObject({
      code: 'REQUEST_UNKNOWN',
      message: expect.stringContaining('"rows-by-telepathy"'),
    });
  });

  it.each(HOSTILE)('refuses %s, and the file stays as it was', async (sql) => {
    const before = readFileSync(path);
    expect((await examine(sql)).outcome).toBe('refused');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-sampled-sqlite'))).toEqual([]);
  });

  it('ends an endless statement at its timeout', async () => {
    const examined = await examine(ENDLESS, shop, { ...LIMITS, statementTimeoutMs: 300 });
    expect(examined).toMatchObject({ outcome: 'failed', error: { category: 'EXECUTION_ERROR' } });
  });

  it('continues with another workspace, and the same too, while endless statements run', async () => {
    const other = { ...shop, workspace: 'other' };
    await examine('select 1', other);
    const enough = new AbortController();
    const long = { ...LIMITS, statementTimeoutMs: 600_000 };
    let ended = false;
    const endless = Promise.allSettled([1, 2].map(() => examine(ENDLESS, shop, long, enough.signal)));
    void endless.then(() => (ended = true));
    for (let round = 0; round < 10; round += 1) {
      expect((await examine('select count(*) from orders', other)).outcome).toBe('valid');
    }
    expect((await examine('select 2')).outcome).toBe('valid');
    expect(ended).toBe(false);
    enough.abort(new Error('enough'));
    expect((await endless).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('opens files below the allowed folders only', async () => {
    const outside = { ...shop, workspace: 'outside', url: 'sqlite:///etc/passwd' };
    await expect(sampler.answer(outside, { kind: 'check' }, never())).rejects.toMatchObject({
      code: 'TARGET_HOST_FORBIDDEN',
    });
  });

  it('says that a file is no database', async () => {
    writeFileSync(join(folder, 'broken.sqlite'), 'no database at all, but long enough to be looked at'.repeat(50));
    const broken = { ...shop, workspace: 'broken', url: `sqlite://${join(folder, 'broken.sqlite')}` };
    await expect(sampler.answer(broken, { kind: 'check' }, never())).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringContaining('not a database'),
    });
  });
});
