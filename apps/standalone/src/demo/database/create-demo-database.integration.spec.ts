import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { createDemoDatabase, createDemoReader, hasDemoDatabase } from './create-demo-database.js';
import { DEMO_TABLES } from './demo-schema.js';

describe('createDemoDatabase', () => {
  let postgres: TestPostgres;
  let url: string;
  let client: pg.Client;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.createDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  async function valueOf(sql: string): Promise<unknown> {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  }

  it('leaves nothing behind when it fails half-way', async () => {
    await client.query('create table review (id integer)');
    await expect(createDemoDatabase(client)).rejects.toThrow('already exists');
    expect(await hasDemoDatabase(client)).toBe(false);
    expect(await valueOf(`select to_regclass('book')::text`)).toBeNull();
    await client.query('drop table review');
  });

  it('fills an empty database, and says that it is there', async () => {
    expect(await hasDemoDatabase(client)).toBe(false);
    await createDemoDatabase(client);
    expect(await hasDemoDatabase(client)).toBe(true);
    let rows = 0;
    for (const table of DEMO_TABLES) rows += Number(await valueOf(`select count(*) from ${table}`));
    expect(rows).toBeGreaterThan(19_000);
    expect(rows).toBeLessThan(23_000);
  });

  it('gives every table a primary key, and describes what is not obvious', async () => {
    const keys = await valueOf(`select count(*) from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'p' and t.relnamespace = 'public'::regnamespace`);
    expect(Number(keys)).toBe(DEMO_TABLES.length);
    const comments = await valueOf(`select count(*) from pg_description where classoid = 'pg_class'::regclass
      and objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
    expect(Number(comments)).toBeGreaterThan(15);
  });

  it.each([
    ['customers of the same name', `select full_name from customer group by 1 having count(*) > 1`],
    [
      'cities spelt in several ways',
      `select lower(trim(city)) from customer group by 1 having count(distinct city) > 2`,
    ],
    ['authors of the same name', 'select name from author group by 1 having count(*) > 1'],
    ['titles that differ in case', 'select lower(title) from book group by 1 having count(distinct title) > 1'],
    ['orders on the last day of a year', `select id from sales_order where ordered_at::date = '2024-12-31'`],
    ['orders paid in instalments', `select order_id from payment where kind = 'charge' group by 1 having count(*) > 2`],
    [
      'orders shipped elsewhere than billed',
      'select id from sales_order where shipping_address_id <> billing_address_id',
    ],
    ['translators of their own books', `select book_id, author_id from book_author group by 1, 2 having count(*) > 1`],
    ['categories without a book', 'select id from category except select category_id from book'],
    [
      'test accounts with orders',
      'select o.id from sales_order o join customer c on c.id = o.customer_id where c.is_test',
    ],
  ])('sets traps: %s', async (_what, sql) => {
    expect((await client.query(sql)).rowCount).toBeGreaterThan(0);
  });

  it.each(['cancelled', 'returned', 'paid', 'shipped', 'delivered'])('has orders that are %s', async (status) => {
    expect(Number(await valueOf(`select count(*) from sales_order where status = '${status}'`))).toBeGreaterThan(100);
  });

  it('makes a role that reads and cannot write, as often as it is asked to', async () => {
    await createDemoReader(client, { name: 'demo "reader"', password: "it's one" });
    await createDemoReader(client, { name: 'demo "reader"', password: "it's another" });
    const readerUrl = new URL(url);
    readerUrl.username = encodeURIComponent('demo "reader"');
    readerUrl.password = encodeURIComponent("it's another");
    const reader = new pg.Client({ connectionString: readerUrl.href });
    await reader.connect();
    expect((await reader.query('select 1 from book limit 1')).rowCount).toBe(1);
    for (const sql of [
      'delete from review',
      'create table mine (id integer)',
      'create temporary table mine (id integer)',
    ]) {
      await expect(reader.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
    await reader.end();
  });
});
