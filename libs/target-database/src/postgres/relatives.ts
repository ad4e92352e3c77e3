import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 5000, maxRows: 20, maxBytes: 10_000 };

export interface Relative {
  name: string;
  differs: string;
}

/** Descriptions are from the vendors' manuals. */
const UNTRIED = 'Assay was not tried on a live server of it.';

/** By `version()`; these have their own catalogs. */
const BY_VERSION: readonly (readonly [RegExp, Relative])[] = [
  [
    /\bRedshift\b/,
    {
      name: 'Amazon Redshift',
      differs: `It is PostgreSQL 8.0 at its core: keys and unique constraints are declared and never enforced, so that they prove nothing of the data, and many functions of PostgreSQL are missing. ${UNTRIED}`,
    },
  ],
  [
    /^CockroachDB\b/,
    {
      name: 'CockroachDB',
      differs: `Integers are 64 bits wide, the division of integers gives a decimal, transactions may need retries, and parts of PostgreSQL's catalog and functions are missing. ${UNTRIED}`,
    },
  ],
  [
    /-YB-/,
    {
      name: 'YugabyteDB',
      differs: `Tables are spread over nodes: without ORDER BY rows come in no order at all, and reads of many rows cost more than EXPLAIN shows. ${UNTRIED}`,
    },
  ],
  [
    /\bGreenplum\b/,
    {
      name: 'Greenplum',
      differs: `Tables are spread over segments: without ORDER BY rows come in no order at all, and foreign keys are declared and never enforced. ${UNTRIED}`,
    },
  ],
];

/** PostgreSQL with additions, by catalog. */
const BY_CATALOG: Readonly<Record<string, Relative>> = {
  timescaledb: {
    name: 'TimescaleDB',
    differs: `Tables may be hypertables: their chunks are in separate schemas, which are not shown, and a statement without a condition on time reads all of them. ${UNTRIED}`,
  },
  aurora: {
    name: 'Amazon Aurora',
    differs: `An endpoint for readers may be some milliseconds behind its writer. ${UNTRIED}`,
  },
  alloydb: {
    name: 'AlloyDB',
    differs: `A read pool may be some milliseconds behind its primary. ${UNTRIED}`,
  },
  standby: {
    name: 'a hot standby',
    differs:
      'What it returns may be behind its primary, and a statement that conflicts with recovery is cancelled and retried.',
  },
};

const CATALOG = `
  select 'timescaledb' from pg_catalog.pg_extension where extname = 'timescaledb'
  union all
  select 'aurora' from pg_catalog.pg_proc where proname = 'aurora_version'
  union all
  (select 'alloydb' from pg_catalog.pg_settings where name like 'alloydb.%' limit 1)
  union all
  select 'standby' where pg_catalog.pg_is_in_recovery()`;

/** Null for PostgreSQL and servers that imitate its version. */
export function relativeByVersion(version: string): Relative | null {
  return BY_VERSION.find(([pattern]) => pattern.test(version))?.[1] ?? null;
}

export async function readRelatives(session: DatabaseSession, signal: AbortSignal): Promise<Relative[]> {
  const [row] = await session.read({ sql: 'select version()', parameters: [], ...LIMITS }, signal);
  const relative = relativeByVersion(textOf(row?.[0]));
  // Its catalog may lack the queried tables.
  if (relative !== null) return [relative];
  const found = await session.read({ sql: CATALOG, parameters: [], ...LIMITS }, signal);
  return [...new Set(found.map(([kind]) => textOf(kind)))].flatMap((kind) => BY_CATALOG[kind] ?? []);
}

export function relativeInWords({ name, differs }: Relative): string {
  return `The server is ${name}. ${differs}`;
}
