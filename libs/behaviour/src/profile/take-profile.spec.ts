import { describe, expect, it } from '@jest/globals';
import type { Cell, DatabaseSchema } from '@assay/contracts';
import { DatabaseSync } from 'node:sqlite';
import { COMPANY } from '../fixtures/schemas.js';
import { profileQueries } from './profile-queries.js';
import { NOTHING_DECLARED, takeProfile, withoutLabels, type TakenProfile } from './take-profile.js';

const EMPLOYEES = COMPANY.tables.filter(({ name }) => name === 'employee' || name === 'department');
const SCHEMA: DatabaseSchema = {
  ...COMPANY,
  // No foreign keys: what joins to what has to be found.
  tables: EMPLOYEES.map((table) => ({ ...table, foreignKeys: [] })),
};

/** Thirty employees of three departments; a level decides its salary, nobody has a bonus but the first. */
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
    expect(rows['employee']?.rows).toHaveLength(30);
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
    expect(profileQueries(table, dialect).sample).toBe(sample);
  });
});
