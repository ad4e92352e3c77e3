import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../driver.js';
import { displayName, mayMean, parseRelationName } from './relation-name.js';

export type Verdict = { allowed: true; tables: string[] } | { allowed: false; rule: string; message: string };

export type Guard = (sql: string, catalog: DatabaseCatalog | null) => Promise<Verdict>;

export interface UnsafeReason {
  rule: string;
  message: string;
}

/** Wrappers that only read another database. Others, such as file_fdw, reach files, programs or the network. */
const DATABASE_WRAPPERS = new Set([
  'postgres_fdw',
  'mysql_fdw',
  'oracle_fdw',
  'tds_fdw',
  'sqlite_fdw',
  'mongo_fdw',
  'clickhouse_fdw',
  'duckdb_fdw',
  'federated',
  'spider',
]);

/**
 * Finds relations that reach what the guard refuses: views by definition, foreign tables by wrapper, and views above
 * them.
 */
export async function findUnsafeRelations(
  { relations, catalog }: { relations: Relation[]; catalog: DatabaseCatalog | null },
  guard: Guard,
  definitionsPublic: boolean,
): Promise<Map<Relation, UnsafeReason>> {
  const unsafe = new Map<Relation, UnsafeReason>();
  const reads = new Map<Relation, string[]>();
  for (const relation of relations) {
    const { reason, tables } = await judge(relation, (sql) => guard(sql, catalog), definitionsPublic);
    if (reason) unsafe.set(relation, reason);
    if (tables.length > 0) reads.set(relation, tables);
  }
  if (unsafe.size > 0) spread(unsafe, reads);
  return unsafe;
}

/** Several engines need a separate privilege to read definitions. */
const HIDDEN =
  'this role may not see its definition, so nobody can check it: grant SHOW VIEW (MySQL, MariaDB) or VIEW DEFINITION (SQL Server)';

async function judge(
  relation: Relation,
  guard: (sql: string) => Promise<Verdict>,
  definitionsPublic: boolean,
): Promise<{ reason: UnsafeReason | null; tables: string[] }> {
  const wrapper = relation.wrapper?.split(',').find((name) => !DATABASE_WRAPPERS.has(name));
  if (wrapper !== undefined)
    return { reason: { rule: 'foreign-table', message: `it is served by ${wrapper}` }, tables: [] };
  if (relation.kind !== 'view') return { reason: null, tables: [] };
  if (relation.definition === null) {
    const hidden = {
      rule: 'hidden-view',
      message: HIDDEN,
    };
    return { reason: definitionsPublic ? null : hidden, tables: [] };
  }
  const verdict = relation.refusal ?? (await guard(relation.definition));
  return verdict.allowed
    ? { reason: null, tables: verdict.tables }
    : { reason: { rule: verdict.rule, message: verdict.message }, tables: [] };
}

/** Propagates unsafety to views, to a fixed point. */
function spread(unsafe: Map<Relation, UnsafeReason>, reads: Map<Relation, string[]>): void {
  for (let before = -1; before !== unsafe.size;) {
    before = unsafe.size;
    for (const [view, tables] of reads) {
      if (unsafe.has(view)) continue;
      const names = tables.map(parseRelationName);
      const cause = [...unsafe].find(([relation]) => names.some((name) => mayMean(name, relation)));
      if (cause) {
        const [relation, { rule, message }] = cause;
        unsafe.set(view, { rule, message: `it reads ${displayName(relation)}: ${message}` });
      }
    }
  }
}
