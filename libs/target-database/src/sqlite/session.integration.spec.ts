import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteDriver } from './driver.js';
import { SqliteSession } from './session.js';

const { signal } = new AbortController();

it('a database file is opened however soon a server on the network would have to answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sqlite-'));
  const path = join(folder, 'shop.sqlite');
  new DatabaseSync(path).close();
  const session = await SqliteSession.open(path, { connectMs: 1, signal }, { doubleQuotedTexts: false });
  expect(session.healthy).toBe(true);
  session.destroy();
  await rm(folder, { recursive: true });
});

describe('a file with virtual tables', () => {
  const LIMITS = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 100_000 };
  const FIXTURE = `
    create virtual table places using rtree(id, low, high);
    insert into places values (1, 0, 5), (2, 10, 20);
    create virtual table notes using fts5(title, body);
    insert into notes values ('first', 'the whole world'), ('second', 'another day');
    create virtual table mails using fts4(text);
    insert into mails values ('hello world');
    create table places_data (id integer primary key);`;

  const opened = async (use: (session: SqliteSession) => Promise<void>, fixture = FIXTURE): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-sqlite-'));
    const path = join(folder, 'virtual.sqlite');
    const database = new DatabaseSync(path, { defensive: false });
    database.exec(fixture);
    database.close();
    const session = await SqliteSession.open(path, { connectMs: 60_000, signal }, { doubleQuotedTexts: false });
    try {
      await use(session);
    } finally {
      session.destroy();
      await rm(folder, { recursive: true });
    }
  };
  const run = async (session: SqliteSession, sql: string): Promise<unknown> =>
    (await session.run({ sql, explain: true, execute: true, offset: 0, limits: LIMITS }, signal))?.rows;

  it('is introspected', async () => {
    await opened(async (session) => {
      const tables = await sqliteDriver({ doubleQuotedTexts: false }).tables(session, signal);
      expect(tables.map(({ name }) => name).sort()).toEqual(['mails', 'notes', 'places', 'places_data']);
      expect(session.healthy).toBe(true);
    });
  });

  it('is not read in part where the whole is needed', async () => {
    await opened(async (session) => {
      const read = { sql: 'select title from notes', parameters: [], timeoutMs: 10_000, maxRows: 1, maxBytes: 1000 };
      expect(await session.read(read, signal)).toEqual([['first']]);
      await expect(session.read({ ...read, isWhole: true }, signal)).rejects.toMatchObject({
        code: 'TARGET_OVERLOADED',
      });
    });
  });

  it('keeps its tables beside a view that never compiles and a table of an unknown module', async () => {
    const times16 = (view: string): string => Array.from({ length: 16 }, (_, at) => `${view} a${at}`).join(', ');
    const fixture = `
      create table kept (id integer primary key, name text unique) without rowid;
      create view level0 as select 1 as one;
      ${[1, 2, 3, 4, 5].map((at) => `create view level${at} as select a0.one from ${times16(`level${at - 1}`)};`).join('\n')}
      create view missing as select * from nowhere;
      pragma writable_schema = on;
      insert into sqlite_schema values ('table', 'foreign', 'foreign', 0, 'create virtual table "foreign" using evil');`;
    await opened(async (session) => {
      const driver = sqliteDriver({ doubleQuotedTexts: false });
      const tables = await driver.tables(session, signal);
      expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['kept', 'level0', 'level1']));
      expect(tables.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['level5']));
      expect(tables.find(({ name }) => name === 'kept')?.columns.map(({ name }) => name)).toEqual(['id', 'name']);
      const again = session.healthy ? session : await session.reopen(signal);
      expect(await driver.relations(again, signal)).toHaveLength(9);
      expect(await driver.declared(again, signal)).toContainEqual(expect.objectContaining({ table: 'kept' }));
      again.destroy();
    }, fixture);
  });

  it.each([
    ['select id from places where low < 3', [[1]]],
    ["select title from notes where notes match 'world'", [['first']]],
    ["select title from notes('world') order by rank", [['first']]],
    ["select highlight(notes, 1, '<', '>') from notes where notes match 'day'", [['another <day>']]],
    ["select text from mails where mails match 'hello'", [['hello world']]],
  ])('is searched: %s', async (sql, rows) => {
    await opened(async (session) => {
      expect(await run(session, sql)).toEqual(rows);
      expect(session.healthy).toBe(true);
    });
  });

  it.each([
    'delete from places',
    'delete from places_node',
    'insert into places_rowid values (1, 1)',
    'update places_parent set parentnode = 1',
    'insert into places_data values (1)',
    "insert into notes(notes) values ('rebuild')",
    'pragma data_version = 3',
    'pragma page_size = 512',
  ])('is not written to: %s', async (sql) => {
    await opened(async (session) => {
      await expect(run(session, sql)).rejects.toThrow(/not authorized|may not be modified|readonly/);
    });
  });
});
