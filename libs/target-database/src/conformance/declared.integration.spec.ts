import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeProfile, type TakenProfile } from '@assay/behaviour';
import type { Cell, DeclaredTable } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { findProgram } from '@assay/testing';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import type { EngineUnderTest, RunningEngine } from './engine.js';
import { mariadbEngine } from './mariadb-engine.js';
import { postgresEngine } from './postgres-engine.js';
import { sqliteEngine } from './sqlite-engine.js';

const never = (): AbortSignal => new AbortController().signal;
/** Only a hang takes this long. */
const LIMITS = { statementTimeoutMs: 120_000, maxRows: 100_000, maxBytes: 20_000_000 };

/** One table with everything an engine declares. */
function fixture(mood: string, cost: string, generated: string, named: string): string[] {
  return [
    `create table rooms (id int primary key, house int not null, floor int not null, under_house int, under_floor int,
       mood ${mood}, cost ${cost}, tag varchar(8) check (tag in ('A', 'B', 'C')), opened date, closed date,
       doubled numeric(10,2) ${generated}, named varchar(20) collate ${named},
       unique (house, floor), check (floor >= 0 and floor < 90),
       foreign key (under_house, under_floor) references rooms (house, floor))`,
    'create view cheap as select id, doubled from rooms where cost < 5',
  ];
}

/** Larger than a sample, with unorderable and incomparable types. */
function large(types: readonly string[]): string[] {
  const columns = types.map((type, index) => `extra${index} ${type}`);
  return [
    `create table many (${['id int', 'twin int', 'price numeric(8,2)', 'later varchar(9)', ...columns].join(', ')})`,
    `insert into many (id, twin, price, later)
       select a.id * 240 + b.id, b.id, (a.id * 240 + b.id) * 1.5, case when a.id > 10 then 'late' end
       from rooms a cross join rooms b where a.id < 13`,
  ];
}

interface DeclaringEngine {
  engine: EngineUnderTest;
  setup: string[];
  large: string[];
  enums: DeclaredTable['enums'];
  domains: number;
}

const ENGINES: DeclaringEngine[] = [
  {
    engine: postgresEngine,
    setup: [
      "create type mood as enum ('sad', 'ok', 'glad')",
      'create domain price as numeric(8,2) check (value >= 0)',
      'create domain low_price as price check (value < 1000)',
      "create collation loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
      ...fixture('mood', 'low_price', 'generated always as (cost * 2) stored', 'loose'),
      'grant select on rooms, cheap to public',
    ],
    large: [
      ...large([
        'json',
        'jsonb',
        'uuid',
        'boolean',
        'text[]',
        'bytea',
        'point',
        'xml',
        'interval',
        'mood',
        'inet',
        'bit(3)',
      ]),
      'grant select on many to public',
    ],
    enums: [{ column: 'mood', values: ['sad', 'ok', 'glad'] }],
    domains: 1,
  },
  {
    engine: mariadbEngine('mariadb'),
    setup: fixture(
      "enum('sad','ok','it''s glad')",
      'numeric(8,2)',
      'generated always as (cost * 2) stored',
      'utf8mb4_bin',
    ),
    large: large(['json', 'blob', 'text', 'geometry', 'bit(3)', 'year', "set('a','b')", 'boolean']),
    enums: [{ column: 'mood', values: ['sad', 'ok', "it's glad"] }],
    domains: 0,
  },
  {
    engine: sqliteEngine,
    setup: fixture('text', 'numeric(8,2)', 'generated always as (cost * 2) stored', 'nocase'),
    large: large(['blob', 'json', 'boolean', '']),
    enums: [],
    domains: 0,
  },
];

/** 240 rooms: mood by floor, close after open, one in four without tag. */
function rows(): string {
  const moods = ['sad', 'ok'];
  const values = Array.from({ length: 240 }, (_, id) => {
    const [house, floor] = [Math.floor(id / 6), id % 6];
    const month = String((id % 9) + 1).padStart(2, '0');
    const tag = id % 4 === 0 ? 'null' : `'${'ABC'[id % 3]}'`;
    const dates = `'2024-${month}-01', '2024-${month}-${id % 2 ? '20' : '11'}'`;
    return `(${id}, ${house}, ${floor}, '${moods[floor % 2]}', ${floor + 0.5}, ${tag}, ${dates})`;
  });
  return `insert into rooms (id, house, floor, mood, cost, tag, opened, closed) values ${values.join(', ')}`;
}

describe.each(ENGINES)('$engine.title', ({ engine, setup, large: largeTable, enums, domains }) => {
  const isMissing = engine.needs !== null && findProgram(engine.needs) === null;
  const test = isMissing ? it.skip : it;
  let running: RunningEngine;
  let database: TargetDatabase;
  let declared: DeclaredTable[];

  beforeAll(async () => {
    if (isMissing) return;
    running = await engine.start();
    for (const statement of [...setup, rows(), ...largeTable]) await running.administer(statement);
    const resolved = await resolveTarget(running.reader, {
      hosts: null,
      ownStores: [],
      sqliteDirs: running.sqliteDirs,
    });
    database = openTargetDatabase(resolved, { guard: (sql, catalog) => guardSql(sql, engine.dialect, { catalog }) });
    declared = await database.declared(never());
  });

  afterAll(async () => {
    await database?.close();
    await running?.stop();
  });

  async function taken(
    sendRows: boolean,
    names = ['rooms', 'cheap'],
  ): Promise<{ taken: TakenProfile; statements: number }> {
    const { schema } = await database.introspect({ examples: false }, never());
    let statements = 0;
    const read = async (sql: string): Promise<Cell[][]> => {
      statements += 1;
      return (await database.execute(sql, LIMITS, never())).rows;
    };
    const only = { ...schema, tables: schema.tables.filter(({ name }) => names.includes(name)) };
    return {
      taken: await takeProfile(only, read, { sendRows, declared, tableMs: LIMITS.statementTimeoutMs }),
      statements,
    };
  }

  test('reports what the catalog declares besides keys', () => {
    const own = declared.find(({ name }) => name === 'rooms');
    expect(own).toMatchObject({ schema: engine.schema, unique: [['house', 'floor']], enums, view: null });
    expect(own?.checks.join(' ').toLowerCase()).toMatch(/floor\W* < 90/);
    expect(own?.checks.join(' ')).toMatch(/'A'.*'C'/);
    expect(own?.generated).toEqual([{ column: 'doubled', expression: expect.stringMatching(/cost.*\* .*2/) }]);
    expect(own?.domains).toHaveLength(domains);
    expect(own?.collations).toContainEqual({
      column: 'named',
      collation: expect.stringMatching(/^(loose|utf8mb4_bin|nocase)$/),
    });
    if (domains > 0) {
      expect(own?.domains).toEqual([{ column: 'cost', type: 'numeric(8,2)' }]);
      expect(own?.checks).toEqual(
        expect.arrayContaining([expect.stringMatching(/cost.* >= /), expect.stringMatching(/cost.* < /)]),
      );
    }
    expect(declared.find(({ name }) => name === 'cheap')?.view).toMatch(/^\s*select.*cost/is);
    const customers = declared.find(({ name }) => name === 'customers');
    expect(customers).toMatchObject({ unique: [], checks: [], generated: [], enums: [], domains: [] });
  });

  test('is asked about all rows of a table larger than a sample, whatever types it has', async () => {
    const { taken: found, statements } = await taken(true, ['many']);
    const many = found.profile.tables[0];
    expect(statements).toBeLessThanOrEqual(5);
    expect(many).toMatchObject({ rowCount: 3120, sampled: false });
    expect(many?.ofFirst).toBeUndefined();
    expect(many?.unique).toContainEqual(['id']);
    expect(many?.orders).toContainEqual({ low: 'id', high: 'price' });
    const columnOf = (name: string): object | undefined => many?.columns.find((one) => one.name === name);
    expect(columnOf('price')).toMatchObject({ nullShare: 0, minimum: 0, maximum: 4678.5, distinct: 3120 });
    expect(columnOf('later')).toMatchObject({ distinct: 1, minimum: 'late', nullShare: 1 - 480 / 3120 });
  });

  test('is profiled in few statements', async () => {
    const { taken: found, statements } = await taken(true);
    const room = found.profile.tables.find(({ name }) => name === 'rooms');
    expect(room).toMatchObject({ rowCount: 240, sampled: false });
    expect(statements).toBeLessThanOrEqual(5);
    const tag = room?.columns.find(({ name }) => name === 'tag');
    expect(tag).toMatchObject({ nullShare: 0.25, distinct: 3, minimum: 'A', maximum: 'C', pattern: 'upper' });
    expect(tag?.frequent).toHaveLength(3);
    expect(room?.unique).toEqual(expect.arrayContaining([['id']]));
    expect(room?.dependencies).toContainEqual({ from: 'floor', to: 'mood' });
    expect(room?.orders).toContainEqual({ low: 'opened', high: 'closed' });
    expect(room?.declared.unique).toEqual([['house', 'floor']]);
    expect(found.profile.tables.find(({ name }) => name === 'cheap')?.declared.view).not.toBeNull();
  });

  test('reports only counts and shapes if rows may not be sent', async () => {
    const { taken: found } = await taken(false);
    const columns = found.profile.tables.flatMap((table) => table.columns);
    expect(columns.length).toBeGreaterThan(5);
    for (const { minimum, maximum, frequent } of columns)
      expect([minimum, maximum, frequent]).toEqual([null, null, []]);
    expect(found.rows).toEqual({});
  });
});
