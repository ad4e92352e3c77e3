import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../driver.js';
import { displayName, mayMean, parseRelationName } from './relation-name.js';

/** What a guard said of one text. */
export type Verdict = { allowed: true; tables: string[] } | { allowed: false; rule: string; message: string };

/** The guard of `@assay/sql` with the workspace's options; it has to be told what the database holds. */
export type Guard = (sql: string, catalog: DatabaseCatalog | null) => Promise<Verdict>;

/** Why a relation may not be read. */
export interface UnsafeReason {
  rule: string;
  message: string;
}

/**
 * Wrappers that read another database and nothing else. Any other (file_fdw, wrappers of the web or of programs) reaches
 * the server's files, programs or network, which no function may either.
 */
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
 * The relations that reach what the guard refuses: views by their definition, foreign tables by their wrapper, and every
 * view above one of these.
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

/** A view is as safe as its definition, and seeing that is a right of its own on several engines. */
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

/** A view above an unsafe relation is unsafe for the same reason; repeated until nothing is added. */
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
