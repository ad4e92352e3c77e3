import type { DatabaseCatalog } from '@assay/sql';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Relation } from './relation.js';
import { displayName, mayMean, parseRelationName, type WrittenName } from './relation-name.js';

export type Verdict = { allowed: true; tables: string[] } | { allowed: false; rule: string; message: string };

export type Guard = (sql: string, catalog: DatabaseCatalog | null) => Promise<Verdict>;

export interface UnsafeReason {
  rule: string;
  message: string;
}

/** Others, such as file_fdw, reach files, programs or the network. */
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

/** Milliseconds of work on a catalog before other events of the process are handled. */
const TURN_MS = 10;

interface Reader {
  view: Relation;
  written: WrittenName;
}

/**
 * Views by definition, foreign tables by wrapper, and views above them.
 */
export async function findUnsafeRelations(
  { relations, catalog }: { relations: Relation[]; catalog: DatabaseCatalog | null },
  guard: Guard,
  { definitionsPublic, perPerson = false }: { definitionsPublic: boolean; perPerson?: boolean },
  now: () => number,
): Promise<Map<Relation, UnsafeReason>> {
  const unsafe = new Map<Relation, UnsafeReason>();
  const readers: Reader[] = [];
  for await (const relation of inTurns(relations, now)) {
    const owned = perPerson ? (relation.ofOwner ?? null) : null;
    if (owned !== null) {
      unsafe.set(relation, { rule: 'not-as-asker', message: owned });
      continue;
    }
    const { reason, tables } = await judge(relation, (sql) => guard(sql, catalog), definitionsPublic);
    if (reason) unsafe.set(relation, reason);
    else for (const table of tables) readers.push({ view: relation, written: parseRelationName(table) });
  }
  await spread(unsafe, readers, now);
  return unsafe;
}

async function* inTurns<Item>(items: Iterable<Item>, now: () => number): AsyncGenerator<Item> {
  let startedAt = now();
  for (const item of items) {
    if (now() - startedAt > TURN_MS) {
      await nextTurn();
      startedAt = now();
    }
    yield item;
  }
}

const HIDDEN =
  'this role may not see its definition, so it cannot be checked: grant SHOW VIEW (MySQL, MariaDB) or VIEW DEFINITION (SQL Server)';

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

async function spread(
  unsafe: Map<Relation, UnsafeReason>,
  readers: readonly Reader[],
  now: () => number,
): Promise<void> {
  const direct = new Set(unsafe.keys());
  const byName = Map.groupBy(readers, ({ written }) => written.name.toLowerCase());
  for await (const [relation, { rule, message }] of inTurns(unsafe, now)) {
    // In a chain of views each names only its unsafe end.
    const explained = direct.has(relation) ? `it reads ${displayName(relation)}: ${message}` : message;
    // A name with dots may be written as a qualified one.
    const above = relation.name.includes('.') ? readers : (byName.get(relation.name.toLowerCase()) ?? []);
    for (const { view, written } of above) {
      if (!unsafe.has(view) && mayMean(written, relation)) unsafe.set(view, { rule, message: explained });
    }
  }
}
