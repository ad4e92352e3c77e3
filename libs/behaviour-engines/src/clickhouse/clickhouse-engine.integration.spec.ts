import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findWitness, runSuite, type InstanceRow, type ScratchSchema } from '@assay/behaviour';
import type { DatabaseSchema } from '@assay/contracts';
import { CHDB, describeWith, eventually } from '@assay/testing';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_CLICKHOUSE, inFrames } from '../testing/hostile.js';
import { ClickhouseInstanceEngine } from './clickhouse-instance-engine.js';

const column = (name: string, type: string, notNull = false): ScratchSchema['tables'][number]['columns'][number] => ({
  name,
  type,
  notNull,
  allowed: null,
});
const NOTES: ScratchSchema = {
  dialect: 'clickhouse',
  database: 'shop',
  tables: [
    {
      schema: 'shop',
      name: 'notes',
      columns: [
        column('id', 'UInt64', true),
        column('mood', "Enum8('sad' = 1, 'glad' = 2)"),
        column('cost', 'Decimal(8, 2)'),
        column('text', 'String'),
        column('tags', 'Array(String)', true),
      ],
      generated: [{ name: 'doubled', type: 'Nullable(Decimal(9, 2))', expression: '`cost` * 2' }],
      primaryKey: [],
      unique: [],
    },
    { schema: 'far', name: 'odd `name`', columns: [column('a', 'Int8')], generated: [], primaryKey: [], unique: [] },
  ],
  views: [{ schema: 'shop', name: 'dear', definition: 'SELECT id FROM shop.notes WHERE cost > 5' }],
};
const ROWS: InstanceRow[][] = [
  [
    [1, 'sad', 4.25, "a\tb\\n'", "['x']"],
    ['18446744073709551615', 'glad', 6.5, '', '[]'],
    [3, null, null, null, '[]'],
  ],
  [[-1]],
];
const folder = process.env['ASSAY_CHDB'] ?? '';

describeWith(CHDB, "the engine for ClickHouse's SQL", () => {
  const files = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const file = join(files, 'file');
  writeFileSync(file, 'secret\n');
  const engine = new ClickhouseInstanceEngine({ folder });
  beforeAll(() => engine.prepare(NOTES));
  afterAll(async () => {
    await engine.close();
    rmSync(files, { recursive: true });
  });

  async function outcomeOf(sql: string, rows = ROWS): Promise<unknown> {
    const [outcome] = await engine.ask(rows, [sql]);
    return outcome?.kind === 'rows' ? outcome.result.rows : outcome?.kind;
  }

  /** Repeats if a busy machine prevented an observation. */
  const rowsOf = (sql: string, rows = ROWS): Promise<unknown> =>
    eventually(async () => {
      const outcome = await outcomeOf(sql, rows);
      return outcome !== 'unobserved' && outcome;
    });

  it.each([
    [
      'select * from notes order by id',
      [
        [1, 'sad', '4.25', "a\tb\\n'", ['x']],
        [3, null, null, null, []],
        ['18446744073709551615', 'glad', '6.5', '', []],
      ],
    ],
    ['select doubled from shop.notes where id = 1', [['8.5']]],
    ['select id from dear', [['18446744073709551615']]],
    ['select a from far.`odd \\`name\\``', [[-1]]],
    ['select countIf(cost > 5), sum(cost), 1 / 0, toInt128(5) from notes', [[1, '10.75', 'inf', 5]]],
    ['select (select id from notes)', 'error'],
    ['select toUInt32(assumeNotNull(text)) from notes', 'error'],
    ['select nothing from notes', 'unobserved'],
    ['select sleep(3)', 'unobserved'],
    ['select sum(a.number * b.number) from numbers(100000000000) a, numbers(100000) b', 'unobserved'],
    ['select number from numbers(5000)', 'unobserved'],
    ["select repeat('x', 900000), repeat('x', 900000)", 'unobserved'],
    ['truncate table notes', 'unobserved'],
  ])('answers %s', async (sql, answer) => {
    expect(await (answer === 'unobserved' ? outcomeOf(sql) : rowsOf(sql))).toEqual(answer);
    expect(await rowsOf('select count() from notes')).toEqual([[3]]);
  });

  it('refuses rows that a column does not take, and keeps nothing of an instance', async () => {
    await expect(engine.ask([[['x', null, null, null, '[]']]], ['select 1'])).rejects.toThrow();
    expect(await rowsOf('select count() from notes', [])).toEqual([[0]]);
    await engine.prepare({ dialect: 'clickhouse', tables: [], views: [] });
    expect(await outcomeOf('select count() from shop.notes', [])).toBe('unobserved');
    await engine.prepare(NOTES);
  });

  it('lets 300 hostile candidates reach nothing', async () => {
    const candidates = inFrames(HOSTILE_CLICKHOUSE).map((text) => text.replaceAll('FILE', file));
    expect(candidates).toHaveLength(300);
    const reported = JSON.stringify(await engine.ask(ROWS, candidates));
    expect(reported).not.toContain('secret');
    expect(readdirSync(files)).toEqual(['file']);
    expect(await rowsOf('select count() from notes')).toEqual([[3]]);
  }, 600_000);

  it('parts what agrees by chance, with a witness', async () => {
    const columns = NOTES.tables[0]?.columns.map(({ name, type, notNull }) => {
      return { name, type, nullable: !notNull, description: null, examples: [] };
    });
    const notes = { schema: 'shop', name: 'notes', kind: 'table' as const, description: null, rowEstimate: null };
    const schema: DatabaseSchema = {
      dialect: 'clickhouse',
      name: 'shop',
      tables: [{ ...notes, columns: columns ?? [], primaryKey: [], foreignKeys: [] }],
    };
    const result = { columns: [{ name: 'n', type: 'UInt64' }], rows: [[0]], truncated: false };
    const texts = [
      'SELECT count() AS n FROM notes',
      'SELECT count(*) AS n FROM shop.notes',
      'SELECT count(DISTINCT text) AS n FROM notes',
      'SELECT uniqExact(text) AS n FROM shop.notes',
    ].map((sql, index) => ({ id: `${index}`, sql, votes: 1, target: { kind: 'rows' as const, result } }));
    const profile = { tables: [] };
    const outcome = await runSuite({ schema, profile, sample: null, seed: 1, ordered: null, texts }, engine);
    const classes = outcome.classes.map((one) => one.texts.map(({ id }) => id).sort()).sort();
    expect(classes).toEqual([
      ['0', '1'],
      ['2', '3'],
    ]);
    const [left, right] = outcome.classes.map((one) => one.texts[0]);
    if (left === undefined || right === undefined) throw new Error('there are two classes');
    expect(await findWitness(outcome, [left, right], engine)).not.toBeNull();
  });
});
