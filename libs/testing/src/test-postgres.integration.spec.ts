import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startTestPostgres, type TestPostgres } from './test-postgres.js';

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startTestPostgres', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.stop());

  it('gives databases that do not see each other', async () => {
    const [first, second] = [await postgres.createDatabase(), await postgres.createDatabase()];
    await query(first, 'create table only_here (id int)');
    const found = await query(second, `select 1 from pg_tables where tablename = 'only_here'`);
    expect(first).not.toBe(second);
    expect(found).toEqual([]);
  });

  it('prepares a template once and copies it', async () => {
    let prepared = 0;
    const prepare = async (url: string): Promise<void> => {
      prepared++;
      await query(url, 'create table fixture as select 42 as answer');
    };
    const key = `spec-${Date.now()}`;
    const first = await postgres.createFromTemplate(key, prepare);
    const second = await postgres.createFromTemplate(key, prepare);
    await query(first, 'delete from fixture');
    expect(await query(second, 'select answer from fixture')).toEqual([{ answer: 42 }]);
    expect(prepared).toBe(1);
  });

  it('leaves no template behind when its preparation fails', async () => {
    const key = `broken-${Date.now()}`;
    await expect(postgres.createFromTemplate(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const url = await postgres.createFromTemplate(
      key,
      async (template) => void (await query(template, 'create table t ()')),
    );
    expect(await query(url, `select tablename from pg_tables where tablename = 't'`)).toHaveLength(1);
  });

  it('keeps a lasting database, filled once, beyond the end of a file', async () => {
    const key = `lasting-${Date.now()}`;
    const fill = async (url: string): Promise<void> => void (await query(url, 'create table kept as select 1 as one'));
    const earlier = await startTestPostgres();
    const url = await earlier.lastingDatabase(key, fill);
    await earlier.stop();
    expect(await postgres.lastingDatabase(key, fill)).toBe(url);
    expect(await query(url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('finds the same server again in the next file of this process, and drops its databases at the end', async () => {
    const again = await startTestPostgres();
    const made = await again.createDatabase();
    expect(new URL(again.url).port).toBe(new URL(postgres.url).port);
    await again.stop();
    await expect(query(made, 'select 1')).rejects.toThrow('does not exist');
    expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  });
});
