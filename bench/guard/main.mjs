/**
 * How long the guard takes: `npm run bench guard`. The p50 of ordinary statements should be below 0.1 ms on every
 * dialect in a warm process. Each text differs by white space, since parses of recent texts are kept.
 */
import { readFileSync } from 'node:fs';
import { guardSql } from '../../libs/sql/dist/index.js';

const statements = JSON.parse(
  readFileSync(new URL('../../libs/sql/fixtures/benign-statements.json', import.meta.url), 'utf8'),
);
const hostile = JSON.parse(
  readFileSync(new URL('../../libs/sql/fixtures/hostile-statements.json', import.meta.url), 'utf8'),
);
const dialects = [...new Set(statements.map(({ dialect }) => dialect))];

/** A thousand tables and as many own functions, without built-in names. */
const numbered = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const catalog = {
  relations: numbered(1000, (index) => ({
    schema: 'public',
    name: index === 0 ? 't' : `table_${index}`,
    columns: [...'abcdefgh'],
    rowType: 0,
    ownTypes: [],
  })),
  version: '1',
  columnStamps: new Map(numbered(1000, (index) => [index === 0 ? 't' : `table_${index}`, 2n ** 60n + BigInt(index)])),
  functions: numbered(1000, (index) => ({
    schema: 'public',
    name: `own_${index}`,
    fewest: 1,
    most: 2,
    outNames: [],
    returns: 0,
    extension: null,
  })),
  operators: [],
  casts: [],
  types: [],
  orderings: [],
  builtInNames: new Set(['lower', 'version', 'count']),
};

let measured = 0;

async function measure(list, rounds, options = {}) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    measured += 1;
    for (const { sql, dialect } of list) {
      // In binary, with a tab for 1 and a blank for 0.
      const text = `${measured.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}${sql}`;
      const started = performance.now();
      await guardSql(text, dialect, options);
      times.push(performance.now() - started);
    }
  }
  times.sort((left, right) => left - right);
  const at = (share) => Number(times[Math.min(Math.floor(times.length * share), times.length - 1)].toFixed(3));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), runs: times.length };
}

/** A parser and its checks are compiled to fast code within the first few thousand statements. */
const WARM_UP = 100;

for (const dialect of dialects) {
  const ordinary = statements.filter((statement) => statement.dialect === dialect);
  await measure(ordinary, WARM_UP);
  console.log(JSON.stringify({ guard: 'ordinary', dialect, unit: 'ms', ...(await measure(ordinary, 60)) }));
}
const onPostgres = statements.filter(({ dialect }) => dialect === 'postgres');
await measure(onPostgres, WARM_UP, { catalog });
const withCatalog = await measure(onPostgres, 60, { catalog });
console.log(JSON.stringify({ guard: 'ordinary, with a catalog', dialect: 'postgres', unit: 'ms', ...withCatalog }));
console.log(JSON.stringify({ guard: 'hostile', dialect: 'all', unit: 'ms', ...(await measure(hostile, 10)) }));
const large = ['postgres', 'mysql', 'clickhouse'].map((dialect) => ({
  dialect,
  sql: `SELECT a FROM t WHERE b IN (${Array.from({ length: 25_000 }, (_, index) => index).join(', ')})`,
}));
console.log(
  JSON.stringify({
    guard: 'IN list of 25000',
    dialect: 'postgres, mysql, clickhouse',
    unit: 'ms',
    ...(await measure(large, 5)),
  }),
);
