/**
 * Counts the mutants of dbt metrics that generated databases detect, and checks that right statements
 * (`metric-statements.json` of the prober) never fail, in SQLite and DuckDB: `npm run bench metrics [seeds]`.
 */
import { readFileSync } from 'node:fs';
import { testMetrics } from '../../libs/behaviour/dist/index.js';
import { DuckdbInstanceEngine, SqliteInstanceEngine } from '../../libs/behaviour-engines/dist/index.js';
import { readKnowledge, resolveKnowledge } from '../../libs/questions/dist/documents/index.js';
import { guardSql } from '../../libs/sql/dist/index.js';

const seeds = Number(process.argv[2] ?? 5);
const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tables = JSON.parse(read('../../apps/prober/src/fixtures/metric-shop.json'));
const statements = JSON.parse(read('../../apps/prober/src/fixtures/metric-statements.json'));
const document = readKnowledge(read('../../libs/questions/src/documents/fixtures/shop-metrics.yml'));
const engines = { sqlite: new SqliteInstanceEngine(), duckdb: new DuckdbInstanceEngine() };
const allowance = { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: false, catalog: null };

for (const [dialect, engine] of Object.entries(engines)) {
  await engine.open();
  const counted = { mutants: new Map(), right: new Map() };
  const startedAt = performance.now();
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const [kind, verdicts] of Object.entries(counted)) await count(dialect, engine, seed, kind, verdicts);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  for (const [kind, verdicts] of Object.entries(counted)) {
    const {
      FAIL = [],
      PASS = [],
      none = [],
    } = Object.groupBy(
      [...verdicts].flatMap(([what, given]) => given.map((verdict) => ({ what, verdict: verdict ?? 'none' }))),
      ({ verdict }) => verdict,
    );
    const all = FAIL.length + PASS.length + none.length;
    console.log(
      `${dialect}, ${verdicts.size} ${kind}, ${seeds} seeds: failed ${share(FAIL, all)}, passed ${share(PASS, all)}, nothing claimed ${share(none, all)}`,
    );
    const odd = kind === 'mutants' ? [...PASS, ...none] : FAIL;
    if (odd.length > 0)
      console.log(`  ${[...new Set(odd.map(({ what, verdict }) => `${what} (${verdict})`))].join('; ')}`);
  }
  console.log(`  ${seconds} s`);
  await engine.close();
}

async function count(dialect, engine, seed, kind, verdicts) {
  const schema = schemaOf(dialect);
  const guard = async (sql) => {
    const guarded = await guardSql(sql, dialect, allowance);
    return guarded.allowed ? guarded.sql : null;
  };
  for (const item of resolveKnowledge(document.items, schema).items) {
    const own = item.kind === 'metric' ? statements[item.name]?.[kind] : undefined;
    if (own === undefined) continue;
    const metrics = [{ name: item.name, source: 'shop', formula: item.formula }];
    const texts = own.map(([id, sql]) => ({ id, sql }));
    const [claims] = await testMetrics({ schema, profile: { tables: [] }, seed, metrics, texts, guard }, engine);
    for (const { id, verdict } of claims) {
      const what = `${item.name}: ${id}`;
      verdicts.set(what, [...(verdicts.get(what) ?? []), verdict]);
    }
  }
}

function schemaOf(dialect) {
  const common = { schema: null, kind: 'table', description: null, rowEstimate: null };
  return {
    dialect,
    name: 'shop',
    tables: Object.entries(tables).map(([name, { key, columns, parents }]) => ({
      ...common,
      name,
      columns: Object.entries(columns).map(([column, type]) => ({
        ...{ name: column, type, nullable: column !== key, description: null, examples: [] },
      })),
      primaryKey: [key],
      foreignKeys: Object.entries(parents).map(([column, parent]) => ({
        ...{ columns: [column], referencedSchema: null, referencedTable: parent, referencedColumns: [column] },
      })),
    })),
  };
}

function share(part, all) {
  return `${((100 * part.length) / all).toFixed(1)} %`;
}
