import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COMPANY, COMPANY_DECLARED, profileOf } from '../fixtures/schemas.js';
import { readStatement } from '../statements/read-statement.js';
import { shapeOf } from '../suite/suite-plan.js';
import { InstanceGenerator } from './generate.js';
import type { Instance, InstanceRow } from './instance.js';
import { scenarioOf } from './scenario.js';
import { schemaModel, type SchemaModel } from './schema-model.js';

const SQLS = [
  "SELECT name FROM employee WHERE salary > 500 AND level = 'senior'",
  'SELECT d.name, count(*) FROM department d JOIN employee e ON e.department = d.id GROUP BY d.id HAVING count(*) >= 2',
  "SELECT p.title FROM project p JOIN assignment a ON a.country = p.country AND a.code = p.code WHERE p.title LIKE '%x%'",
];
const facts = await Promise.all(SQLS.map((sql) => readStatement(sql, 'sqlite', COMPANY)));
const model: SchemaModel = schemaModel(COMPANY, profileOf(COMPANY, {}, COMPANY_DECLARED), facts);

/** With rows whose order and dependencies are coincidental. */
const filledRows = {
  department: Array.from({ length: 25 }, (_, id) => [id + 1, `d${id}`, 1000 + id]),
  employee: Array.from({ length: 100 }, (_, id) => {
    return [1000 + id, `n${id}`, 1000 + (id >> 1), 1 + (id % 25), 1200 + id, id % 2 ? 'junior' : 'senior', id % 25];
  }),
  project: Array.from({ length: 30 }, (_, code) => ['DE', code, null, `2020-01-${10 + (code % 20)}`, '2021-01-01']),
  assignment: Array.from({ length: 60 }, (_, row) => [1000 + row, 'DE', row % 30, 1 + (row % 30)]),
};
const observedModel = schemaModel(COMPANY, profileOf(COMPANY, filledRows, COMPANY_DECLARED), facts);

function instanceOf(seed: number, ordinal: number, of = model): Instance {
  const generator = new InstanceGenerator(of, facts, seed);
  const [first] = facts;
  const scenario = ordinal % 2 === 1 && first !== undefined ? scenarioOf(first, of.tables) : new Map<string, never>();
  return generator.generate(ordinal, 'generated', { ...shapeOf(seed, ordinal, null), scenario });
}

function rowsOf({ tables }: Instance, name: string): Record<string, InstanceRow[number]>[] {
  const index = model.tables.findIndex(({ table }) => table.name === name);
  const columns = model.tables[index]?.columns ?? [];
  return (tables[index] ?? []).map((row) =>
    Object.fromEntries(columns.map((column, at) => [column.name, row[at] ?? null])),
  );
}

const drawn = fc.record({ seed: fc.integer(), ordinal: fc.integer({ min: 0, max: 40 }) });

describe('generated instances', () => {
  it('leave a table empty that no row fits into, and whatever refers to it in a cycle', () => {
    const impossible = { ...COMPANY_DECLARED, department: { checks: ['id > 9000', 'id < 100'] } };
    const hopeless = schemaModel(COMPANY, profileOf(COMPANY, {}, impossible), facts);
    const place = hopeless.tables.findIndex(({ table }) => table.name === 'employee');
    for (let seed = 0; seed < 20; seed += 1) {
      const { tables } = new InstanceGenerator(hopeless, facts, seed).generate(0, 'generated', shapeOf(seed, 0, null));
      expect(tables[place]).toEqual([]);
    }
  });

  it.each([
    ['without rows', model],
    ['with rows', observedModel],
  ])('of a profile %s keep every declared key, foreign key, NOT NULL, check, enum, length and scale', (_, of) => {
    fc.assert(
      fc.property(drawn, ({ seed, ordinal }) => {
        const instance = instanceOf(seed, ordinal, of);
        for (const { table, columns, keys, parents } of of.tables) {
          const rows = rowsOf(instance, table.name);
          for (const key of keys) {
            const names = key.map((at) => columns[at]?.name ?? '');
            const values = rows
              .filter((row) => names.every((name) => row[name] !== null))
              .map((row) => JSON.stringify(names.map((name) => row[name])));
            expect(new Set(values).size).toBe(values.length);
          }
          for (const { columns: own, parent, parentColumns } of parents) {
            const theirs = new Set(
              rowsOf(instance, parent.table.name).map((row) =>
                JSON.stringify(parentColumns.map((at) => row[parent.columns[at]?.name ?? ''])),
              ),
            );
            for (const row of rows) {
              const values = own.map((at) => row[columns[at]?.name ?? '']);
              if (!values.includes(null)) expect(theirs).toContain(JSON.stringify(values));
            }
          }
          for (const row of rows)
            for (const { name, nullable } of columns) if (!nullable) expect(row[name]).not.toBeNull();
        }
        for (const { salary, level } of rowsOf(instance, 'employee')) {
          expect(Number(salary) >= 100 && Number(salary) < 9000).toBe(true);
          expect(Number(salary) * 2).toBe(Math.round(Number(salary) * 2));
          expect(['junior', 'senior']).toContain(level);
        }
        for (const { name } of rowsOf(instance, 'department')) expect(String(name).length).toBeLessThanOrEqual(8);
        for (const { country, start_day, end_day } of rowsOf(instance, 'project')) {
          expect(String(country)).toHaveLength(2);
          if (end_day !== null) expect(String(start_day) <= String(end_day)).toBe(true);
        }
        for (const { hours } of rowsOf(instance, 'assignment'))
          expect(Number(hours) >= 1 && Number(hours) <= 40).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['without rows', model],
    ['with rows', observedModel],
  ])('of a profile %s fill every table most of the time, so that the properties above say something', (_, of) => {
    const filled = Array.from({ length: 40 }, (_ignored, ordinal) => instanceOf(7, ordinal, of)).filter(({ tables }) =>
      tables.every((rows) => rows.length > 0),
    );
    expect(filled.length).toBeGreaterThan(20);
  });

  it('have orders and dependencies of what is measured, and not of numbers that stand for rows', () => {
    const place = observedModel.tables.findIndex(({ table }) => table.name === 'employee');
    const { orders, dependencies, columns } = observedModel.tables[place] ?? {
      orders: [],
      dependencies: [],
      columns: [],
    };
    const nameOf = (column: number): string => columns[column]?.name ?? '';
    expect(orders.map(({ low, high }) => [nameOf(low), nameOf(high)])).toEqual([['bonus', 'salary']]);
    expect(dependencies.map(({ to }) => nameOf(to))).not.toContain('department');
    expect(dependencies.map(({ to }) => nameOf(to))).toContain('bonus');
  });

  it('are decided by the seed alone, and differ between seeds', () => {
    fc.assert(
      fc.property(drawn, ({ seed, ordinal }) => {
        expect(instanceOf(seed, ordinal)).toEqual(instanceOf(seed, ordinal));
      }),
      { numRuns: 30 },
    );
    expect(instanceOf(1, 3)).not.toEqual(instanceOf(2, 3));
  });

  it('keep an order of days that are part of a key, and no observed key of values that are not invented', () => {
    const [table] = COMPANY.tables;
    if (table === undefined) throw new Error('there is one');
    const columnOf = (name: string, type: string): (typeof table.columns)[number] => ({
      ...{ name, type, nullable: true, description: null, examples: [] },
    });
    const columns = [
      columnOf('id', 'integer'),
      columnOf('start', 'date'),
      columnOf('stop', 'date'),
      columnOf('tags', 'json'),
    ];
    const terms = { ...table, name: 'term', columns, primaryKey: ['id', 'start'], foreignKeys: [] };
    const schema = { ...COMPANY, tables: [terms] };
    const rows = Array.from({ length: 60 }, (_, row) => [
      row,
      `2020-01-${10 + (row % 9)}`,
      `2021-02-${10 + (row % 9)}`,
      `[${row}]`,
    ]);
    const known = schemaModel(
      schema,
      profileOf(schema, { term: rows }),
      [facts[0] as (typeof facts)[number]].map((one) => ({ ...one, tables: ['term'] })),
    );
    const [term] = known.tables;
    expect(term?.orders).toContainEqual({ low: 1, high: 2 });
    expect(term?.observedKeys).toContainEqual([0]);
    expect(term?.observedKeys.flat()).not.toContain(3);
  });

  it('say which checks they cannot satisfy', () => {
    const declared = { project: { checks: ["title LIKE 'A%' OR code > 5"] } };
    const { unsatisfied } = schemaModel(COMPANY, profileOf(COMPANY, {}, declared), facts);
    expect(unsatisfied).toEqual([{ table: 'project', check: "title LIKE 'A%' OR code > 5" }]);
  });

  it('keep conditions as PostgreSQL writes them, and take a domain for the type below it', () => {
    const declared = {
      employee: {
        checks: [
          "((level)::text = ANY ((ARRAY['junior'::character varying, 'senior'::character varying])::text[]))",
          '((salary >= (100)::numeric(6,1)) AND (salary < (9000)::numeric))',
        ],
        domains: [{ column: 'name', type: 'varchar(3)' }],
      },
    };
    const wages = schemaModel(COMPANY, profileOf(COMPANY, {}, declared), facts);
    expect(wages.unsatisfied).toEqual([]);
    const generator = new InstanceGenerator(wages, facts, 5);
    const place = wages.tables.findIndex(({ table }) => table.name === 'employee');
    expect(wages.scratch.tables[place]?.columns.find(({ name }) => name === 'name')?.type).toBe('varchar(3)');
    const employees = Array.from({ length: 25 }, (_, ordinal) => ordinal).flatMap(
      (ordinal) => generator.generate(ordinal, 'generated', shapeOf(5, ordinal, null)).tables[place] ?? [],
    );
    expect(employees.length).toBeGreaterThan(25);
    for (const [, name, , , salary, level] of employees) {
      expect(String(name).length).toBeLessThanOrEqual(3);
      expect(Number(salary) >= 100 && Number(salary) < 9000).toBe(true);
      expect(['junior', 'senior']).toContain(level);
    }
  });

  it('keep what was observed of many rows: unique columns, no NULL, value lists, dependencies', () => {
    const rows = Array.from({ length: 60 }, (_, id) => [
      id,
      `n${id}`,
      null,
      1,
      200.5,
      id % 2 ? 'junior' : 'senior',
      id % 2,
    ]);
    const observed = schemaModel(COMPANY, profileOf(COMPANY, { employee: rows }), facts);
    // salary ≥ bonus holds, and the level still decides the bonus
    for (let seed = 0; seed < 200; seed += 1) {
      const generator = new InstanceGenerator(observed, facts, seed);
      const { tables } = generator.generate(seed % 25, 'generated', shapeOf(seed, seed % 25, null));
      const employees = tables[observed.tables.findIndex(({ table }) => table.name === 'employee')] ?? [];
      expect(new Set(employees.map((row) => row[1])).size).toBe(employees.length);
      for (const [, , , , , level, bonus] of employees) {
        expect(['junior', 'senior']).toContain(level);
        expect(bonus).not.toBeNull();
      }
      for (const [, , , , salary, , bonus] of employees) expect(Number(bonus)).toBeLessThanOrEqual(Number(salary));
      for (const level of ['junior', 'senior']) {
        expect(new Set(employees.filter((row) => row[5] === level).map((row) => row[6])).size).toBeLessThanOrEqual(1);
      }
    }
  });

  it('hold values of the type, whole where all known ones are, and spelt as those are', async () => {
    const levels = ['senior', ...Array.from({ length: 14 }, (_, place) => `level ${place}`)];
    const rows = Array.from({ length: 60 }, (_, id) => [id, `n${id}`, null, 1, 200.5, levels[id % 15] ?? '', id % 7]);
    const sql = "SELECT id FROM employee WHERE level = 'SENIOR' AND department = '1' AND bonus > 2";
    const own = [await readStatement(sql, 'sqlite', COMPANY)];
    const known = schemaModel(COMPANY, profileOf(COMPANY, { employee: rows }), own);
    const place = known.tables.findIndex(({ table }) => table.name === 'employee');
    const spellings = (breaks: readonly 'case'[]): Set<InstanceRow[number]> => {
      const found = new Set<InstanceRow[number]>();
      for (let ordinal = 0; ordinal < 40; ordinal += 1) {
        const shape = { ...shapeOf(5, ordinal, null), breaks: new Set(breaks) };
        const scenario = ordinal % 2 === 1 ? scenarioOf(own[0] as (typeof own)[number], known.tables) : shape.scenario;
        const { tables } = new InstanceGenerator(known, own, 5).generate(ordinal, 'generated', { ...shape, scenario });
        for (const [id, , , department, , level, bonus] of tables[place] ?? []) {
          expect([id, department, bonus ?? 0].filter((value) => !Number.isInteger(value))).toEqual([]);
          if (/^senior/i.test(String(level))) found.add(level ?? null);
        }
      }
      return found;
    };
    expect([...spellings([])]).toEqual(['senior']);
    expect(spellings(['case']).size).toBeGreaterThan(1);
  });

  it('keep what documents state, with no row seen and with no profile of the table', () => {
    const nothing = { schema: null, unique: [], notNull: [], values: [], foreignKeys: [] };
    const levels = [{ column: 'level', values: ['junior', 'senior'] }];
    const stated = [{ ...nothing, name: 'employee', unique: [['name']], notNull: ['bonus', 'level'], values: levels }];
    for (const tables of [profileOf(COMPANY, {}).tables, []]) {
      const model = schemaModel(COMPANY, { tables, stated }, facts);
      const generator = new InstanceGenerator(model, facts, 5);
      const place = model.tables.findIndex(({ table }) => table.name === 'employee');
      for (let ordinal = 0; ordinal < 25; ordinal += 1) {
        const employees = generator.generate(ordinal, 'generated', shapeOf(5, ordinal, null)).tables[place] ?? [];
        const names = employees.map((row) => row[1]).filter((name) => name !== null);
        expect(new Set(names).size).toBe(names.length);
        for (const [, , , , , level, bonus] of employees) {
          expect(['junior', 'senior']).toContain(level);
          expect(bonus).not.toBeNull();
        }
      }
    }
  });
});
