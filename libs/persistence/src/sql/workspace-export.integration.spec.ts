import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { migrate } from '../migrate.js';
import { exportWorkspaces, importWorkspaces, type ExportedRow } from './workspace-export.js';

const WORKSPACE = '0198f3a2-7c3e-7d2a-9c4e-000000000001';
const RUN = '0198f3a2-7c3e-7d2a-9c4e-000000000002';
const BEFORE = '0198f3a2-7c3e-7d2a-9c4e-000000000003';

const EARLIER = `
  create schema assay;
  create table assay.migrations (name text);
  insert into assay.migrations values ('Foundation1763760000000');
  create table assay.workspaces (id uuid, name text, dialect text, connection text, evidence jsonb, settings jsonb,
    schema_hash text, gone_since integer default 7, created_at timestamptz default '2026-01-02 03:04:05+00');
  insert into assay.workspaces values
    ('${WORKSPACE}', 'shop', 'postgres', 'k1:sealed', '["paid is final"]', '{"allowSilver":true}', 'hash');
  create table assay.gold_sqls (id uuid, workspace_id uuid, question text, sql text, run_id uuid);
  insert into assay.gold_sqls select gen_random_uuid(), '${WORKSPACE}', 'How many ' || n || '?', 'select ' || n, '${RUN}'
    from generate_series(1, 25) n;
  create table assay.workspace_files (id uuid, workspace_id uuid, name text, stored_at timestamptz);
  insert into assay.workspace_files values ('${RUN}', '${WORKSPACE}', 'orders.csv', now());
  create table assay.workspace_file_chunks (file_id uuid, ordinal integer, content bytea);
  insert into assay.workspace_file_chunks values ('${RUN}', 1, '\\x00ff0a');`;

describe('a record of an earlier version', () => {
  let postgres: TestPostgres;
  let earlier: string;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    earlier = await postgres.createDatabase();
    await query(earlier, EARLIER);
  });
  afterAll(() => postgres.stop());

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<object>(text)).rows;
    } finally {
      await client.end();
    }
  }

  let imported: string | null = null;
  const migrated = async (): Promise<string> => {
    const url = await postgres.createDatabase();
    await migrate(url);
    return url;
  };

  it('is refused in one sentence that names the commands to run', async () => {
    await expect(migrate(earlier)).rejects.toMatchObject({
      code: 'RECORD_TOO_OLD',
      message: expect.stringMatching(/migrate --export.*migrate --import.*docs\/upgrade\.md/),
    });
    expect(await query(earlier, 'select name from assay.migrations')).toEqual([{ name: 'Foundation1763760000000' }]);
  });

  it('fails by a lost connection, and not the process', async () => {
    const rows = exportWorkspaces(earlier);
    await rows.next();
    const ended = await query(
      earlier,
      `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity where application_name = 'assay-export'`,
    );
    expect(ended).toEqual([{ ended: true }]);
    const rest = async (): Promise<void> => {
      for await (const _row of rows);
    };
    await expect(rest()).rejects.toThrow(/connection/);
  });

  it('gives its workspaces, gold SQLs and files to a new one', async () => {
    const url = await postgres.createDatabase();
    await migrate(url);
    const imported = await importWorkspaces(url, exportWorkspaces(earlier));
    expect([...imported]).toEqual([
      ['workspaces', 1],
      ['gold_sqls', 25],
      ['workspace_files', 1],
      ['workspace_file_chunks', 1],
    ]);
    expect(
      await query(
        url,
        'select name, connection, evidence, settings, schema_hash, accept, created_at from assay.workspaces',
      ),
    ).toEqual([
      {
        name: 'shop',
        connection: 'k1:sealed',
        evidence: ['paid is final'],
        settings: { allowSilver: true },
        schema_hash: null,
        // missing in the earlier version
        accept: [],
        created_at: new Date('2026-01-02T03:04:05Z'),
      },
    ]);
    const golds = await query(url, 'select sql from assay.gold_sqls where run_id is null order by created_at, sql');
    expect(golds).toHaveLength(25);
    expect(await query(url, 'select content from assay.workspace_file_chunks')).toEqual([
      { content: Buffer.from([0, 255, 10]) },
    ]);
  });

  it('gives gold SQLs without their owners, who stay behind, also from a file that names them', async () => {
    const to = await migrated();
    const owner = '0198f3a2-7c3e-8d2a-9c4e-000000000004';
    const columns = { id: RUN, workspace_id: WORKSPACE, question: 'q', sql: 's' };
    const rows = async function* (): AsyncGenerator<ExportedRow> {
      yield { table: 'workspaces', row: workspace };
      yield { table: 'gold_sqls', row: { ...columns, owner } };
    };
    await importWorkspaces(to, rows());
    expect(await query(to, 'select question, owner from assay.gold_sqls')).toEqual([{ question: 'q', owner: null }]);
    await query(to, `update assay.gold_sqls set owner = '${owner}'`);
    const exported: ExportedRow[] = [];
    for await (const row of exportWorkspaces(to)) exported.push(row);
    expect(JSON.stringify(exported)).not.toContain(owner);
  });

  it('gives those of the present version to another database', async () => {
    const [from, to] = [await postgres.createDatabase(), await postgres.createDatabase()];
    for (const url of [from, to]) await migrate(url);
    await importWorkspaces(from, exportWorkspaces(earlier));
    await importWorkspaces(to, exportWorkspaces(from));
    const golds = 'select question, sql, words from assay.gold_sqls order by id';
    expect(await query(to, golds)).toEqual(await query(from, golds));
    expect(await query(to, golds)).toHaveLength(25);
  });

  const workspace = { id: WORKSPACE, name: 'x', dialect: 'postgres', connection: '' };
  it.each<[string, unknown, string | RegExp]>([
    ['null', null, 'EXPORT_INVALID'],
    ['a list', [], 'EXPORT_INVALID'],
    ['a text', 'workspaces', 'EXPORT_INVALID'],
    ['no row', { table: 'workspaces' }, 'EXPORT_INVALID'],
    ['a row that is null', { table: 'workspaces', row: null }, 'EXPORT_INVALID'],
    ['a row that is a list', { table: 'workspaces', row: [workspace] }, 'EXPORT_INVALID'],
    ['an empty row', { table: 'workspaces', row: {} }, 'EXPORT_INVALID'],
    ['only unknown columns', { table: 'workspaces', row: { admin: true } }, 'EXPORT_INVALID'],
    ['a table in a list', { table: ['workspaces'], row: workspace }, 'EXPORT_INVALID'],
    ['a table of the prototype', { table: '__proto__', row: workspace }, 'EXPORT_INVALID'],
    ['a table of all objects', { table: 'toString', row: workspace }, 'EXPORT_INVALID'],
    ['SQL as a table', { table: 'workspaces; drop table assay.runs; --', row: workspace }, 'EXPORT_INVALID'],
    ['a table of sessions', { table: 'sessions', row: { id: WORKSPACE } }, 'EXPORT_INVALID'],
    [
      'SQL as a column',
      { table: 'workspaces', row: { 'id) values (1); drop table assay.runs; --': 1 } },
      'EXPORT_INVALID',
    ],
    ['a system column', { table: 'workspaces', row: { ctid: '(0,1)', tableoid: 1 } }, 'EXPORT_INVALID'],
    ['an id that is none', { table: 'workspaces', row: { ...workspace, id: '1; drop' } }, '22P02'],
    ['NUL', { table: 'workspaces', row: { ...workspace, name: 'a\0b' } }, '22P05'],
    ['no id', { table: 'workspaces', row: { ...workspace, id: null } }, '23502'],
    ['a row of nothing', { table: 'gold_sqls', row: { id: RUN, workspace_id: RUN, question: 'q', sql: 's' } }, '23503'],
    [
      'the prototype in settings',
      JSON.parse(`{"table":"workspaces","row":{"__proto__":{"id":"${WORKSPACE}"}}}`),
      'EXPORT_INVALID',
    ],
  ])('imports nothing from an export with %s', async (_what, forged, code) => {
    const url = (imported ??= await migrated());
    const rows = async function* (): AsyncGenerator<ExportedRow> {
      yield { table: 'workspaces', row: { ...workspace, id: BEFORE, name: 'before' } };
      yield forged as ExportedRow;
    };
    await expect(importWorkspaces(url, rows())).rejects.toMatchObject({ code });
    expect(await query(url, 'select id from assay.workspaces')).toEqual([]);
  });

  it('imports all or nothing, and no table that exports do not have', async () => {
    const url = await postgres.createDatabase();
    await migrate(url);
    const rows = async function* (): AsyncGenerator<ExportedRow> {
      yield* exportWorkspaces(earlier);
      yield { table: 'runs', row: {} };
    };
    await expect(importWorkspaces(url, rows())).rejects.toMatchObject({ code: 'EXPORT_INVALID' });
    expect(await query(url, 'select id from assay.workspaces')).toEqual([]);
  });
});
