import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { InstanceRow, ScratchSchema } from '@assay/behaviour';
import { eventually } from '@assay/testing';
import { HOSTILE_POSTGRES, inFrames } from '../testing/hostile.js';
import { PostgresInstanceEngine } from './postgres-instance-engine.js';
import { ScratchCluster } from './scratch-cluster.js';

const column = (
  name: string,
  type: string,
  allowed: string[] | null = null,
): ScratchSchema['tables'][number]['columns'][number] => ({
  name,
  type,
  notNull: false,
  allowed,
});
const SCHEMA: ScratchSchema = {
  dialect: 'postgres',
  tables: [
    {
      schema: 'public',
      name: 'notes',
      columns: [
        column('id', 'integer'),
        column('mood', 'sales.mood', ['sad', 'ok', 'glad']),
        column('cost', 'numeric(8,2)'),
      ],
      generated: [{ name: 'doubled', type: 'numeric', expression: 'cost * 2' }],
      primaryKey: ['id'],
      unique: [],
    },
    {
      schema: 'sales',
      name: 'orders',
      columns: [column('note', 'integer')],
      generated: [],
      primaryKey: [],
      unique: [],
    },
  ],
  views: [{ schema: 'sales', name: 'dear', definition: ' SELECT id FROM notes WHERE cost > 5;' }],
};
const ROWS: InstanceRow[][] = [
  [
    [1, 'sad', 4.25],
    [2, 'ok', 6.5],
    [3, null, null],
  ],
  [[1], [1], [2]],
];
/** Pause between a neighbour's suites, ms; must not fill a core. */
const BESIDE_EVERY_MS = 25;
const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
const file = join(folder, 'file');
writeFileSync(file, 'secret');

const cluster = new ScratchCluster();
const engine = new PostgresInstanceEngine(cluster);
beforeAll(() => engine.prepare(SCHEMA));
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function outcomeOf(sql: string, asked = engine): Promise<unknown> {
  const [outcome] = await asked.ask(ROWS, [sql]);
  return outcome?.kind === 'rows' ? outcome.result.rows : outcome?.kind;
}

/** Repeats if a busy machine prevented an observation. */
function rowsOf(sql: string, asked = engine): Promise<unknown> {
  return eventually(async () => {
    const outcome = await outcomeOf(sql, asked);
    return outcome !== 'unobserved' && outcome;
  });
}

describe('the PostgreSQL engine', () => {
  it.each([
    [
      'select * from notes order by id',
      [
        [1, 'sad', '4.25', '8.50'],
        [2, 'ok', '6.50', '13.00'],
        [3, null, null, null],
      ],
    ],
    ["select id from public.notes where mood > 'sad'", [[2]]],
    ['select id from sales.dear', [[2]]],
    [
      'select n.id, n.mood, count(*) from notes n join orders o on o.note = n.id group by n.id order by 1',
      [
        [1, 'sad', '2'],
        [2, 'ok', '1'],
      ],
    ],
    ['select id > 1, id / 4.0::float8 from notes order by id limit 1', [[false, 0.25]]],
    ['select 1 / (id - 1) from notes', 'error'],
    ['select (select note from orders)', 'error'],
    ['select nothing from notes', 'unobserved'],
    ['select g from generate_series(1, 2001) as g', 'unobserved'],
    ['select pg_sleep(5)', 'unobserved'],
  ])('answers %s', async (sql, answer) => {
    expect(await (answer === 'unobserved' ? outcomeOf(sql) : rowsOf(sql))).toEqual(answer);
  });

  it('answers the others beside one that fails, and keeps nothing of an instance', async () => {
    const outcomes = await engine.ask(ROWS, ['select 1', 'selekt', 'select 1 / 0', 'select count(*) from notes']);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['rows', 'unobserved', 'error', 'rows']);
    expect(await engine.ask([], ['select count(*) from notes'])).toMatchObject([{ result: { rows: [['0']] } }]);
  });

  it('does not hold against a statement what others take of its time', async () => {
    const slow = 'select count(*), pg_sleep(0.3)::text from notes';
    expect(await rowsOf(slow)).toEqual([['3', '']]);
    expect(await engine.ask(ROWS, ['select pg_sleep(60)'])).toEqual([{ kind: 'unobserved', tries: 2 }]);
  });

  it('asks several fillings at once, up to the first on which a statement does not end', async () => {
    const refused: InstanceRow[][] = [[[1, 'no such mood', 1]], []];
    const statements = [
      'select count(*) from notes',
      'select case when count(*) = 3 then pg_sleep(60)::text end from notes',
    ];
    const outcomes = await engine.askEach([[], refused, ROWS, ROWS], statements);
    expect(outcomes).toMatchObject([
      [{ result: { rows: [['0']] } }, { kind: 'rows' }],
      null,
      [{ result: { rows: [['3']] } }, { kind: 'unobserved', tries: 2 }],
    ]);
    expect(await rowsOf('select count(*) from notes')).toEqual([['3']]);
  });

  it('reads another schema from then on, its types where they lie', async () => {
    const [notes] = SCHEMA.tables;
    if (notes === undefined) throw new Error('no table');
    const other = { ...notes, schema: 'other', generated: [] };
    await engine.prepare({ ...SCHEMA, tables: [other], views: [] });
    expect(await engine.ask([[[1, 'ok', 2]]], ['select id, cost from notes'])).toMatchObject([
      { result: { rows: [[1, '2.00']] } },
    ]);
    await engine.prepare(SCHEMA);
    expect(await rowsOf('select count(*) from notes')).toEqual([['3']]);
  });

  it('asks 24 instances of 8 candidates, each twice, in little time', async () => {
    const statements = Array.from(
      { length: 8 },
      (_, index) => `select id, count(*) from notes where id > ${index % 3} group by id`,
    );
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now();
      for (let ordinal = 0; ordinal < 48; ordinal += 1) await engine.ask(ROWS, statements);
      times.push(performance.now() - started);
    }
    console.info(`24 instances, 8 candidates, asked twice: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    // normally 0.1 s; a cluster or connection each would take minutes
    expect(Math.min(...times)).toBeLessThan(30_000);
  });

  it('starts another cluster where the one is gone', async () => {
    const own = new ScratchCluster();
    const other = new PostgresInstanceEngine(own);
    await other.prepare(SCHEMA);
    const { adminUrl } = await own.createDatabase();
    const admin = new pg.Client({ connectionString: adminUrl });
    admin.on('error', () => undefined);
    await admin.connect();
    const pid = "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid";
    const { rows } = await admin.query<{ pid: number }>(pid);
    process.kill(Number(rows[0]?.pid), 'SIGKILL');
    await admin.end().catch(() => undefined);
    expect(await rowsOf('select count(*) from notes', other)).toEqual([['3']]);
    await other.close();
  });

  it('lets nothing out of 300 hostile candidates, and delays no other suite by more than a timeout', async () => {
    const neighbour = new PostgresInstanceEngine(cluster);
    await neighbour.prepare(SCHEMA);
    const candidates = inFrames(HOSTILE_POSTGRES).map((text) => text.replaceAll('FILE', file));
    expect(candidates).toHaveLength(300);
    let isOver = false;
    let slowest = 0;
    const beside = (async () => {
      while (!isOver) {
        const started = performance.now();
        expect(await rowsOf('select count(*) from notes', neighbour)).toEqual([['3']]);
        slowest = Math.max(slowest, performance.now() - started);
        await delay(BESIDE_EVERY_MS);
      }
    })();
    const reported: string[] = [];
    for (let from = 0; from < candidates.length; from += 10) {
      const outcomes = await engine.ask(ROWS, [...candidates.slice(from, from + 10), 'select count(*) from notes']);
      reported.push(JSON.stringify(outcomes));
      expect(outcomes.at(-1)).toMatchObject({ kind: 'rows', result: { rows: [['3']] } });
    }
    isOver = true;
    await beside;
    console.info(`300 hostile candidates: the neighbour's slowest suite took ${slowest.toFixed(0)} ms`);
    expect(reported.join()).not.toMatch(/secret|SCRAM|made/);
    expect(existsSync(`${file}.made`)).toBe(false);
    expect(
      await engine.ask(
        [],
        ["select count(*) from notes union all select count(*) from pg_class where relname = 'made'"],
      ),
    ).toMatchObject([{ result: { rows: [['0'], ['0']] } }]);
    expect(await rowsOf("select current_user like 'scratch%', current_setting('statement_timeout')")).toEqual([
      [true, '200ms'],
    ]);
    await neighbour.close();
  });
});
