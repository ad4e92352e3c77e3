import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, settingsPatchSchema, type Asker, type Identity } from '@assay/contracts';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { DatabaseSampler } from './database-sampler.js';

const PAGE = readFileSync(new URL('../../../../docs/as-the-asker.md', import.meta.url), 'utf8');
/** Roles belong to the whole server. */
const own = (text: string): string => text.replaceAll(/\b(assay_reader|north)\b(?!')/g, `$1_${process.pid}`);
const blocks = [...PAGE.matchAll(/^ *```sql\n([^]*?)```/gm)].map(([, sql = '']) => own(sql));
const settings = [...PAGE.matchAll(/\{ "mode": .*?(?:\] \}|\} \})/g)].map(([json]) => JSON.parse(own(json)) as object);
const askerOf = (given: object | undefined): Asker => settingsPatchSchema.parse({ asker: given }).asker as Asker;
const LIMITS = { statementTimeoutMs: 20_000, maxRows: 100, maxBytes: 1_000_000 };

describe('the page on answers as the asker', () => {
  let server: TestPostgres;
  let admin: pg.Client;
  let url: string;
  const sampler = new DatabaseSampler({ policy: { hosts: null, ownStores: [], sqliteDirs: [] } });
  const [variables, role] = settings.map(askerOf);
  const results: pg.QueryResult[][] = [];

  beforeAll(async () => {
    server = await startTestPostgres();
    const database = await server.createDatabase();
    admin = new pg.Client({ connectionString: database });
    await admin.connect();
    for (const [index, block] of blocks.entries()) {
      results.push([await admin.query(block)].flat());
      if (index > 0) continue;
      await admin.query(
        `insert into orders select n, case when n % 3 = 0 then 'north' else 'south' end from generate_series(1, 9) n`,
      );
    }
    const { host, pathname } = new URL(database);
    url = `postgres://${own('assay_reader')}:change%20me@${host}${pathname}`;
  });
  afterAll(async () => {
    await sampler.close();
    for (const name of ['assay_reader', 'north'])
      await admin.query(own(`drop owned by ${name} cascade; drop role ${name}`));
    await admin.end();
    await server.stop();
  });

  const connection = (asker: Asker, identity: Identity | null) => ({
    workspace: JSON.stringify(asker),
    dialect: 'postgres' as const,
    url,
    asker,
    identity,
    guard: { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: false },
  });
  const { signal } = new AbortController();
  const read = async (asker: Asker, identity: Identity, sql: string): Promise<unknown> => {
    const request = { kind: 'rows', sql, limits: LIMITS, offset: 0, limit: 10 } as const;
    return sampler.answer<'rows'>(connection(asker, identity), request, signal);
  };
  const count = (value: string): object => ({ result: expect.objectContaining({ rows: [[value]] }) });

  it('has SQL for each step, which runs', () => {
    expect(blocks).toHaveLength(5);
    expect(results.flat().map(({ command }) => command)).toEqual(
      expect.arrayContaining(['CREATE', 'ALTER', 'GRANT', 'SET', 'SELECT', 'ROLLBACK']),
    );
    expect(results[3]?.[3]?.rows).toEqual([{ count: '3' }]);
  });

  it('leads to settings that are accepted', async () => {
    expect(settings).toHaveLength(2);
    for (const asker of [variables, role] as Asker[]) {
      const { refused, privileges } = await sampler.answer<'check'>(connection(asker, null), { kind: 'check' }, signal);
      expect([refused, privileges.canWrite]).toEqual([[], false]);
      const { schema } = await sampler.answer<'introspect'>(connection(asker, null), { kind: 'introspect' }, signal);
      expect(schema.tables.map(({ name }) => name)).toEqual(['open_orders', 'orders']);
    }
  });

  it('leads to the orders of one region, by a variable and by a role', async () => {
    const person = newId();
    const of = (region: string): Identity => ({ person, role: null, variables: { person, subject: 's', region } });
    for (const table of ['orders', 'open_orders']) {
      const sql = `select count(*) from ${table}`;
      expect(await read(variables as Asker, of('north'), sql)).toMatchObject(count('3'));
      expect(await read(variables as Asker, of('south'), sql)).toMatchObject(count('6'));
      expect(await read(variables as Asker, of(''), sql)).toMatchObject(count('0'));
      expect(await read(role as Asker, { person, role: own('north'), variables: {} }, sql)).toMatchObject(count('3'));
    }
  });

  it('grants tables that are created later', async () => {
    await admin.query('create table later (id integer)');
    const person = newId();
    const identity = { person, role: null, variables: { person, subject: 's', region: '' } };
    expect(await read(variables as Asker, identity, 'select count(*) from later')).toMatchObject(count('0'));
  });
});
