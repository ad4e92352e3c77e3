import { describe, expect, it } from '@jest/globals';
import type { Cell, ColumnProfile, DatabaseProfile, DatabaseSchema, TableProfile } from '@assay/contracts';
import { DatabaseSync } from 'node:sqlite';
import { COMPANY } from '../fixtures/schemas.js';
import { schemaModel, type SchemaModel } from '../instances/schema-model.js';
import { readStatement } from '../statements/read-statement.js';
import { ProfileQueries } from './profile-queries.js';
import { NOTHING_DECLARED, takeProfile, withoutLabels, withoutValues, type TakenProfile } from './take-profile.js';

const EMPLOYEES = COMPANY.tables.filter(({ name }) => name === 'employee' || name === 'department');
const SCHEMA: DatabaseSchema = {
  ...COMPANY,
  // Joins must be discovered.
  tables: EMPLOYEES.map((table) => ({ ...table, foreignKeys: [] })),
};

/** Thirty employees, three departments; level decides salary; one bonus. */
async function taken(sendRows: boolean): Promise<TakenProfile> {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table department (id integer, name text, head integer);
    create table employee (
      id integer, name text, manager integer, department integer, salary real, level text, bonus real);
    insert into department values (1, 'Art', null), (2, 'Biology', null), (3, 'Chess', null);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
    insert into employee
      select i, 'n' || i, i, i % 3 + 1, case i % 2 when 0 then 100 else 200 end,
             case i % 2 when 0 then 'junior' else 'senior' end, case i when 1 then 5 end from n;
  `);
  const read = async (sql: string): Promise<Cell[][]> => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all() as unknown as Cell[][];
  };
  return takeProfile(SCHEMA, read, { sendRows });
}

/** Tables as `name (column type, …)` with rows. */
async function profileOfRows(given: Record<string, Cell[][]>): Promise<DatabaseProfile> {
  const database = new DatabaseSync(':memory:');
  const tables = Object.entries(given).map(([declared, rows]): DatabaseSchema['tables'][number] => {
    database.exec(`create table ${declared}`);
    const [, name = '', list = ''] = /^(\w+) \((.*)\)$/.exec(declared) ?? [];
    const columns = list.split(', ').map((text) => {
      const [column = '', type = ''] = text.split(' ');
      return { name: column, type, nullable: true, description: null, examples: [] };
    });
    const insert = database.prepare(`insert into ${name} values (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...(row as (string | number)[]));
    return {
      schema: null,
      name,
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns,
      primaryKey: [],
      foreignKeys: [],
    };
  });
  const read = async (sql: string): Promise<Cell[][]> => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all() as unknown as Cell[][];
  };
  return (await takeProfile({ dialect: 'sqlite', name: 'rows', tables }, read, { sendRows: true })).profile;
}

describe('a profile', () => {
  it('says what rows keep to: unique columns, dependencies, copies of other columns', async () => {
    const { profile, rows } = await taken(true);
    const employee = profile.tables.find(({ name }) => name === 'employee');
    expect(employee).toMatchObject({ rowCount: 30, sampled: false });
    expect(employee?.unique).toEqual(expect.arrayContaining([['id'], ['name'], ['manager']]));
    expect(employee?.dependencies).toEqual(
      expect.arrayContaining([
        { from: 'level', to: 'salary' },
        { from: 'salary', to: 'level' },
      ]),
    );
    expect(employee?.dependencies).not.toContainEqual({ from: 'level', to: 'department' });
    expect(employee?.inclusions).toContainEqual({
      column: 'department',
      schema: null,
      table: 'department',
      otherColumn: 'id',
    });
    const bonus = employee?.columns.find(({ name }) => name === 'bonus');
    expect(bonus).toMatchObject({ distinct: 1, minimum: 5, maximum: 5 });
    expect(bonus?.nullShare).toBeCloseTo(29 / 30);
    expect(employee?.columns.find(({ name }) => name === 'level')?.frequent).toEqual([
      { value: 'senior', count: 15 },
      { value: 'junior', count: 15 },
    ]);
    expect(rows['.employee']?.rows).toHaveLength(30);
  });

  it('holds counts and shapes alone where rows may not be sent', async () => {
    const { profile, rows } = await taken(false);
    expect(JSON.stringify(profile)).not.toMatch(/senior|Art|n17/);
    expect(profile.tables.find(({ name }) => name === 'employee')?.unique).toContainEqual(['name']);
    expect(rows).toEqual({});
  });

  it('can be shown without what declarations hold of values', async () => {
    const { profile } = await taken(false);
    const declared = {
      ...NOTHING_DECLARED,
      unique: [['id']],
      enums: [{ column: 'level', values: ['senior'] }],
      checks: ["level <> 'senior'"],
    };
    const shown = withoutLabels({ tables: profile.tables.map((table) => ({ ...table, declared })) });
    expect(JSON.stringify(shown)).not.toContain('senior');
    expect(shown.tables[0]?.declared).toMatchObject({ unique: [['id']], enums: [{ column: 'level' }] });
  });

  it.each([
    ['postgres', 'select "a""b" from "s"."t" limit 2000'],
    ['mariadb', 'select `a"b` from `s`.`t` limit 2000'],
    ['sqlserver', 'select top (2000) [a"b] from [s].[t]'],
    ['oracle', 'select "a""b" from "s"."t" fetch first 2000 rows only'],
  ] as const)('is read in the words of %s', (dialect, sample) => {
    const column = { name: 'a"b', type: 'text', nullable: true, description: null, examples: [] };
    const [first] = SCHEMA.tables;
    if (first === undefined) throw new Error('there is one');
    const table = { ...first, schema: 's', name: 't', columns: [column] };
    expect(new ProfileQueries(table, dialect).sample).toBe(sample);
  });

  it.each([
    ['there is no time for', async () => [['1']], () => false],
    ['the database gives no rows of', async () => null, () => true],
  ])('reports the declarations of a table that %s, and that it was not read', async (_, read, hasBudget) => {
    const [department] = EMPLOYEES;
    const table = { ...(department as DatabaseSchema['tables'][number]), foreignKeys: [] };
    const schema = { ...COMPANY, tables: [table] };
    const declared = { ...NOTHING_DECLARED, schema: table.schema, name: table.name, checks: ["name = 'Art'"] };
    const { profile } = await takeProfile(schema, read, { sendRows: true, declared: [declared], hasBudget });
    expect(profile.tables).toEqual([expect.objectContaining({ name: table.name, ofFirst: 0, columns: [] })]);
    const facts = [await readStatement(`select name from ${table.name}`, 'sqlite', schema)];
    const [model] = schemaModel(schema, profile, facts).tables;
    expect(model?.checks).toHaveLength(1);
    expect(model?.columns.find(({ name }) => name === 'name')).toMatchObject({ hasNulls: true, seen: null });
  });

  describe('of a table of which a sample is read', () => {
    /** 5,000 orders; the first 2,000 follow rules that others break. */
    const orders: DatabaseSchema = {
      ...COMPANY,
      tables: [
        {
          ...(EMPLOYEES[0] as DatabaseSchema['tables'][number]),
          name: 'orders',
          primaryKey: [],
          foreignKeys: [],
          columns: [
            'id integer',
            'reference text',
            'closed integer',
            'state text',
            'opened integer',
            'city text',
            'zip text',
            'payload json',
            'tag uuid',
          ].map((text) => {
            const [name = '', type = ''] = text.split(' ');
            return { name, type, nullable: true, description: null, examples: [] };
          }),
        },
      ],
    };
    const asked: string[] = [];

    async function takenFrom(refused?: RegExp): Promise<TableProfile> {
      const database = new DatabaseSync(':memory:');
      database.exec(`
        create table orders (id integer, reference text, closed integer, state text, opened integer, city text, zip text,
          payload json, tag uuid);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
        insert into orders
          select i, 'r' || (case when i > 4000 then 4000 else i end), case when i > 3000 then null else i + 9 end,
                 case when i > 2500 then 'late' || (i % 2) else 'early' || (i % 2) end, i,
                 'c' || (i % 40), 'z' || (case when i > 4500 then i % 80 else i % 40 end),
                 '{"a":' || i || '}', 't' || i from n;
      `);
      const read = async (sql: string): Promise<Cell[][] | null> => {
        asked.push(sql);
        if (refused?.test(sql) === true) return null;
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return statement.all() as unknown as Cell[][];
      };
      const { profile } = await takeProfile(orders, read, { sendRows: true });
      return profile.tables[0] as TableProfile;
    }

    it('holds what the sample shows against all rows, in four statements', async () => {
      asked.length = 0;
      const table = await takenFrom();
      expect(asked).toHaveLength(4);
      expect(table).toMatchObject({ rowCount: 5000, sampled: false });
      expect(table.ofFirst).toBeUndefined();
      expect(table.unique).toContainEqual(['id']);
      expect(table.unique).not.toContainEqual(['reference']);
      const columnOf = (name: string): ColumnProfile | undefined => table.columns.find((one) => one.name === name);
      expect(columnOf('closed')).toMatchObject({ nullShare: 0.4, distinct: 3000, minimum: 10, maximum: 3009 });
      expect(columnOf('state')).toMatchObject({ distinct: 4, minimum: 'early0', maximum: 'late1' });
      expect(columnOf('payload')).toMatchObject({ distinct: 2000, nullShare: 0, sampled: ['distinct', 'range'] });
      expect(columnOf('tag')).toMatchObject({ distinct: 5000, sampled: ['range'] });
      expect(columnOf('state')).not.toHaveProperty('sampled');
      expect(table.orders).toContainEqual({ low: 'opened', high: 'closed' });
      expect(table.dependencies).toContainEqual({ from: 'zip', to: 'city' });
      expect(table.dependencies).not.toContainEqual({ from: 'city', to: 'zip' });
    });

    it.each([
      ['the facts', /count\(distinct/],
      ['the rules', /distinct "\w+", "/],
    ])('claims no rule where %s are not available', async (_, refused) => {
      const table = await takenFrom(refused);
      expect(table).toMatchObject({ dependencies: [], orders: [] });
      expect(table.unique).not.toContainEqual(['reference']);
    });

    it('says of how many rows it is where the rest was not asked, so that nothing counts as never there', async () => {
      const table = await takenFrom(/count\(distinct/);
      expect(table).toMatchObject({ ofFirst: 2000, sampled: true, unique: [] });
      expect(table.columns.every(({ sampled }) => sampled?.length === 2)).toBe(true);
      const facts = [await readStatement('select count(closed) from orders', 'sqlite', orders)];
      const modelOf = (profile: TableProfile): SchemaModel['tables'][number]['columns'] =>
        schemaModel(orders, { tables: [profile] }, facts).tables[0]?.columns ?? [];
      expect(modelOf(table).every(({ hasNulls, seen }) => hasNulls && seen === null)).toBe(true);
      expect(modelOf(await takenFrom()).find(({ name }) => name === 'id')?.hasNulls).toBe(false);
    });
  });

  it.each([
    [5000, true],
    [2500, false],
  ])('takes a column for a copy of another only where all rows say so: %i of 5000', async (known, isCopy) => {
    const [first] = SCHEMA.tables;
    if (first === undefined) throw new Error('there is one');
    const tableOf = (name: string, columns: string[]): DatabaseSchema['tables'][number] => ({
      ...{ ...first, name, primaryKey: [], foreignKeys: [] },
      columns: columns.map((column) => ({
        ...{ name: column, type: 'integer', nullable: true, description: null, examples: [] },
      })),
    });
    const tables = [tableOf('item', ['id']), tableOf('sale', ['id', 'item_id'])];
    const database = new DatabaseSync(':memory:');
    database.exec(`
      create table item (id integer);
      create table sale (id integer, item_id integer);
      insert into item values (1), (2), (3), (4);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into sale select i, case when i > ${known} then 99 else i % 4 + 1 end from n;
    `);
    const read = async (sql: string): Promise<Cell[][]> => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement.all() as unknown as Cell[][];
    };
    const { profile } = await takeProfile({ ...SCHEMA, tables }, read, { sendRows: true });
    const copy = { column: 'item_id', schema: null, table: 'item', otherColumn: 'id' };
    expect(profile.tables.find(({ name }) => name === 'sale')?.inclusions).toEqual(isCopy ? [copy] : []);
  });

  it('takes no serial key for a copy of another one', async () => {
    const profile = await profileOfRows({
      'makers (id integer, country integer)': Array.from({ length: 22 }, (_, at) => [at + 1, (at % 3) + 1]),
      'cars (id integer, weight integer)': Array.from({ length: 40 }, (_, at) => [at + 1, 10 * at]),
    });
    expect(profile.tables.flatMap(({ inclusions }) => inclusions)).toEqual([]);
  });

  it('has a pattern of texts only', async () => {
    const profile = await profileOfRows({ 'stays (day date, written text)': [['2024-01-01', '2024-01-01']] });
    expect(profile.tables[0]?.columns.map(({ pattern }) => pattern)).toEqual([null, 'date']);
  });

  it('lists the texts that are no numbers, in a column of numbers', async () => {
    const values = [...Array.from({ length: 28 }, (_, at) => String(at)), 'null', ' n/a'];
    const profile = await profileOfRows({ 'cars (mpg text)': values.map((value) => [value]) });
    expect(profile.tables[0]?.columns[0]?.notNumbers).toEqual([' n/a', 'null']);
    expect(withoutValues(profile).tables[0]?.columns[0]).not.toHaveProperty('notNumbers');
  });

  it('has numbers where a driver gives texts, and texts where a number would lose digits', async () => {
    const [first] = SCHEMA.tables;
    if (first === undefined) throw new Error('there is one');
    const columns = ['price numeric(10,2)', 'count bigint', 'account numeric(20)', 'code text'].map((text) => {
      const [name = '', type = ''] = text.split(' ');
      return { name, type, nullable: true, description: null, examples: [] };
    });
    const rows = [
      ['10.50', '100', '12345678901234567890', '7'],
      ['9.50', '20', '1', '10'],
      [null, '3', null, null],
    ];
    const read = async (sql: string): Promise<Cell[][]> => (sql.includes('count(*)') ? [['3']] : rows);
    const { profile } = await takeProfile({ ...SCHEMA, tables: [{ ...first, columns }] }, read, { sendRows: true });
    expect(profile.tables[0]?.columns).toMatchObject([
      { minimum: 9.5, maximum: 10.5 },
      { minimum: 3, maximum: 100 },
      { minimum: '1', maximum: '12345678901234567890' },
      { minimum: '10', maximum: '7' },
    ]);
  });
});
