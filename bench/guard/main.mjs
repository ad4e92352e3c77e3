/**
 * How long the guard takes: `npm run bench guard`. The p50 of ordinary statements should be below 0.1 ms on every
 * dialect in a warm process: `ownP50`, of the least time of each statement, to which other processes add nothing. Each text differs by white space, since parses of recent texts are kept.
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
  const least = list.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    measured += 1;
    for (const [index, { sql, dialect }] of list.entries()) {
      // In binary, with a tab for 1 and a blank for 0.
      const text = `${measured.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}${sql}`;
      const started = performance.now();
      await guardSql(text, dialect, options);
      const took = performance.now() - started;
      times.push(took);
      least[index] = Math.min(least[index], took);
    }
  }
  const at = (of, share) =>
    Number(
      of.toSorted((left, right) => left - right)[Math.min(Math.floor(of.length * share), of.length - 1)].toFixed(3),
    );
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => at(times, share));
  return { ownP50: at(least, 0.5), p50, p95, p99, max, runs: times.length };
}

/** A parser and its checks are compiled to fast code within the first few thousand statements. */
const WARM_UP = 100;
const BOUND_MS = 0.1;

for (const dialect of dialects) {
  const ordinary = statements.filter((statement) => statement.dialect === dialect);
  await measure(ordinary, WARM_UP);
  const own = await measure(ordinary, 60);
  console.log(JSON.stringify({ guard: 'ordinary', dialect, unit: 'ms', ...own }));
  if (own.ownP50 >= BOUND_MS) process.exitCode = 1;
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
