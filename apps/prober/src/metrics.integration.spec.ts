import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeProfile, testMetrics, type InstanceEngine, type MetricClaim } from '@assay/behaviour';
import { DuckdbInstanceEngine, SqliteInstanceEngine } from '@assay/behaviour-engines';
import type { AskedMetric, Cell, DatabaseProfile, DatabaseSchema, Dialect } from '@assay/contracts';
import { readKnowledge, resolveKnowledge } from '@assay/questions/documents';
import { guardSql } from '@assay/sql';
import { readFileSync } from 'node:fs';

const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

interface Table {
  key: string;
  columns: Record<string, string>;
  parents: Record<string, string>;
}
type Statements = Record<'right' | 'mutants', [what: string, sql: string][]>;

const TABLES = JSON.parse(fileOf('./fixtures/metric-shop.json')) as Record<string, Table>;
const STATEMENTS = JSON.parse(fileOf('./fixtures/metric-statements.json')) as Record<string, Statements>;
const DOCUMENT = fileOf('../../../libs/questions/src/documents/fixtures/shop-metrics.yml');

const shopOf = (dialect: Dialect): DatabaseSchema => ({
  dialect,
  name: 'shop',
  tables: Object.entries(TABLES).map(([name, { key, columns, parents }]) => ({
    schema: null,
    name,
    kind: 'table',
    description: null,
    rowEstimate: null,
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      nullable: column !== key,
      description: null,
      examples: [],
    })),
    primaryKey: [key],
    foreignKeys: Object.entries(parents).map(([column, parent]) => ({
      columns: [column],
      referencedSchema: null,
      referencedTable: parent,
      referencedColumns: [column],
    })),
  })),
});

/** 200 rows per table, no nulls, few states and kinds. */
async function profileOf(schema: DatabaseSchema): Promise<DatabaseProfile> {
  const cellOf = (table: string, column: string, type: string, row: number): Cell => {
    const parent = TABLES[table]?.parents[column];
    if (column === TABLES[table]?.key) return row + 1000;
    if (parent !== undefined) return 1000 + ((row * 7) % 150);
    if (column === 'status') return row % 5 === 0 ? 'returned' : 'paid';
    if (type === 'text') return `${column} ${row % 4}`;
    return type === 'date' ? `2024-0${1 + (row % 9)}-1${row % 7}` : ((row * 13) % 97) + 1;
  };
  const read = async (sql: string): Promise<Cell[][]> => {
    const { name, columns } = schema.tables.find((table) => sql.includes(`"${table.name}"`)) ?? {
      name: '',
      columns: [],
    };
    const rows = Array.from({ length: 200 }, (_, row) => columns.map((own) => cellOf(name, own.name, own.type, row)));
    return sql.includes('count(*)') ? [[rows.length]] : rows;
  };
  return (await takeProfile(schema, read, { sendRows: true })).profile;
}

/** Adds a column that no metric reads. */
const withJson = (schema: DatabaseSchema): DatabaseSchema => ({
  ...schema,
  tables: schema.tables.map((table) => ({
    ...table,
    columns: [...table.columns, { name: 'meta', type: 'json', nullable: false, description: null, examples: [] }],
  })),
});

const metricsOf = (schema: DatabaseSchema): Map<string, AskedMetric> => {
  const { items } = resolveKnowledge(readKnowledge(DOCUMENT).items, schema);
  return new Map(
    items.flatMap((item) =>
      item.kind === 'metric' && item.formula !== null
        ? [[item.name, { name: item.name, source: 'shop', formula: item.formula }]]
        : [],
    ),
  );
};

const ENGINES: [title: string, dialect: Dialect, make: () => InstanceEngine, seed: number][] = [
  ['SQLite', 'sqlite', () => new SqliteInstanceEngine(), 1],
  ['DuckDB', 'duckdb', () => new DuckdbInstanceEngine(), 2],
];

describe.each(ENGINES)('metrics of a dbt project, on instances in %s', (_title, dialect, make, seed) => {
  const schema = shopOf(dialect);
  const metrics = metricsOf(schema);
  const engine = make();
  beforeAll(() => engine.open());
  afterAll(() => engine.close());

  const guard = async (sql: string): Promise<string | null> => {
    const guarded = await guardSql(sql, dialect, {
      allowFunctions: [],
      allowExtensions: [],
      allowSystemCatalogs: false,
      catalog: null,
    });
    return guarded.allowed ? guarded.sql : null;
  };
  let [asked, profile]: [DatabaseSchema, DatabaseProfile] = [schema, { tables: [] }];
  const claimsOf = async (metric: string, kind: keyof Statements, seed: number): Promise<[string, MetricClaim][]> => {
    const statements = STATEMENTS[metric]?.[kind] ?? [];
    const texts = statements.map(([id, sql]) => ({ id, sql }));
    const own = metrics.get(metric);
    const input = { schema: asked, profile, seed, metrics: own === undefined ? [] : [own], texts, guard };
    const [claims = []] = await testMetrics(input, engine);
    return claims.map((claim) => [`${metric}: ${claim.id}`, claim]);
  };
  const all = async (kind: keyof Statements, seed: number): Promise<[string, MetricClaim][]> => {
    const claims: [string, MetricClaim][] = [];
    for (const metric of Object.keys(STATEMENTS)) claims.push(...(await claimsOf(metric, kind, seed)));
    return claims;
  };

  it('distinguish at least 95 % of their mutants', async () => {
    const claims = await all('mutants', seed);
    const undocumented = claims
      .filter(([, { verdict }]) => verdict !== 'FAIL')
      .map(([what, { verdict }]) => [what, verdict]);

    expect(claims.length).toBeGreaterThanOrEqual(30);
    expect(undocumented.length).toBeLessThanOrEqual(claims.length * 0.05);
  });

  it('never fail what is right', async () => {
    const claims = await all('right', seed);

    expect(claims.length).toBeGreaterThanOrEqual(20);
    expect(claims.filter(([, { verdict }]) => verdict === 'FAIL')).toEqual([]);
  });

  // generation does not depend on the engine
  if (dialect === 'sqlite')
    it.each([
      ['of which 200 rows were profiled', async (): Promise<void> => void (profile = await profileOf(schema)), 0.75],
      ['with a column of JSON in each table', async (): Promise<void> => void (asked = withJson(schema)), 0.95],
    ])('are recognized in a shop %s, without false positives', async (_, prepare, least) => {
      try {
        await prepare();
        const verdicts = async (kind: keyof Statements): Promise<MetricClaim['verdict'][]> =>
          (await all(kind, 1)).map(([, { verdict }]) => verdict);
        const [mutants, right] = [await verdicts('mutants'), await verdicts('right')];
        expect(mutants).not.toContain('PASS');
        expect(mutants.filter((verdict) => verdict === 'FAIL').length).toBeGreaterThanOrEqual(mutants.length * least);
        expect(right).not.toContain('FAIL');
        expect(right).toContain('PASS');
      } finally {
        [asked, profile] = [schema, { tables: [] }];
      }
    });

  it('claim nothing where their formula is no value of the table’s rows', async () => {
    const hostile = [
      'SUM(order_total), SUM(subtotal)',
      'SUM(order_total) -- nothing behind this',
      'SUM(order_total) /* ',
      'SUM(order_total)); DROP TABLE orders; --',
      'SUM(order_total) + (SELECT COUNT(*) FROM sqlite_master)',
      'SUM((((((order_total)',
      'order_total',
      `SUM(order_total${' + order_total'.repeat(20_000)})`,
      "SUM(load_extension('/tmp/x'))",
    ];
    const formulas = hostile.map((expression, index) => ({
      name: `metric ${index}`,
      source: 'shop',
      formula: {
        kind: 'aggregate' as const,
        table: { schema: null, name: 'orders' },
        ...{ alias: 'orders', expression, filters: [] },
      },
    }));
    const texts = [{ id: 'plain', sql: 'SELECT SUM(order_total) FROM orders' }];
    const input = { schema, profile: { tables: [] }, seed: 1, metrics: formulas, texts, guard };
    const claims = await testMetrics(input, engine);
    expect(claims.flat().filter(({ verdict }) => verdict === 'FAIL')).toEqual([]);
  });

  it('are shown by a few rows, with both values', async () => {
    const [[, claim] = []] = await claimsOf('revenue', 'mutants', 1);
    expect(claim).toMatchObject({ verdict: 'FAIL', piece: 'SUM(order_total)' });
    expect(claim?.witness?.tables['orders']?.rows).toHaveLength(1);
    expect(claim?.witness?.given).not.toEqual(claim?.witness?.defined);
  });
});
