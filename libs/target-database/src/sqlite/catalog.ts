import type { Cell, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf } from '../introspection/catalog-cells.js';
import { LONG_READ } from '../introspection/limits.js';
import { plainCatalog } from '../introspection/plain-catalog.js';
import { TableBuilder } from '../introspection/table-builder.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { quote } from './queries.js';
import type { SqliteSession } from './session.js';

const LIMITS = { ...LONG_READ, timeoutMs: 20_000 };
/** Per view or virtual table, and in total, ms. */
const COMPUTED_MS = 2000;
const ALL_COMPUTED_MS = 20_000;

/** Shadow tables of SQLite's modules, by suffix. */
const FULL_TEXT = ['content', 'segments', 'segdir', 'docsize', 'stat'];
const R_TREE = ['node', 'rowid', 'parent'];
const SHADOWS: Readonly<Record<string, readonly string[]>> = {
  ...{ fts3: FULL_TEXT, fts4: FULL_TEXT, fts5: ['data', 'idx', 'content', 'docsize', 'config'] },
  ...{ rtree: R_TREE, rtree_i32: R_TREE, geopoly: R_TREE },
};

// `pragma_table_list` compiles every view, which may not end, and loads every module.
const LISTED = `
  select name, case when type = 'view' then type when rootpage = 0 then 'virtual' else 'table' end,
         case when type = 'table' and rootpage > 0 then sql like '%without%rowid%' else sql end,
         case when type = 'table' and rootpage > 0
              then (select count(*) from pragma_table_xinfo(sqlite_schema.name) where hidden <> 1) end
    from sqlite_schema
   where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name`;

/** Tables that are stored, those of modules included. */
export const STORED = `(select name, sql from sqlite_schema
   where type = 'table' and rootpage > 0 and name not like 'sqlite\\_%' escape '\\')`;

const COLUMNS = `
  select l.name, c.name, c.type, c."notnull", c.pk
    from ${STORED} as l, pragma_table_xinfo(l.name) as c
   where c.hidden <> 1
   order by l.name, c.cid`;

const COLUMNS_OF_ONE = `
  select ?1, name, type, "notnull", pk from pragma_table_xinfo(?1) where hidden <> 1 order by cid`;

const FOREIGN_KEYS = `
  select l.name, k.id, k."from", k."table", k."to", k.seq
    from ${STORED} as l, pragma_foreign_key_list(l.name) as k
   order by l.name, k.id, k.seq`;

/** Row estimates per statement, below SQLite's compound SELECT limit. */
const ESTIMATES_AT_ONCE = 200;

interface Listed {
  name: string;
  type: 'table' | 'view' | 'virtual';
  /** Of a stored table '1' if it may lack a rowid. */
  sql: string;
  /** Null: not stored. */
  columns: number | null;
}

/** Tables and views, without SQLite's own. */
async function readListed(session: DatabaseSession, signal: AbortSignal): Promise<Listed[]> {
  const rows = await session.read({ sql: LISTED, parameters: [], ...LIMITS }, signal);
  const listed = rows.map(
    ([name, type, sql, columns]) =>
      ({ name: textOf(name), type: textOf(type), sql: textOf(sql), columns: countOrNull(columns) }) as Listed,
  );
  const shadows = new Set(listed.filter(({ type }) => type === 'virtual').flatMap(shadowsOf));
  return listed.filter(({ name, type }) => type !== 'table' || !shadows.has(name.toLowerCase()));
}

function shadowsOf(listed: Listed): string[] {
  return (SHADOWS[moduleOf(listed)] ?? []).map((part) => `${listed.name}_${part}`.toLowerCase());
}

function moduleOf({ sql }: Listed): string {
  return /^[^(]*\busing\s+["'`[]?(\w+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
}

export async function readCatalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog> {
  const listed = await readListed(session, signal);
  const searched = listed.filter((one) => one.type === 'virtual' && moduleOf(one) === 'fts5');
  return { ...plainCatalog([]), searched: searched.map(({ name }) => name.toLowerCase()) };
}

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  return (await readListed(session, signal)).map(({ name, type, sql, columns }) => ({
    schema: null,
    name,
    kind: type === 'view' ? 'view' : 'table',
    definition: type === 'view' ? selectOf(sql) : null,
    wrapper: null,
    columns,
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  const listed = await readListed(session, signal);
  const estimates = await readEstimates(listed, read);
  for (const { name, type } of listed) {
    const kind = type === 'view' ? 'view' : 'table';
    builder.addTable(name, { schema: null, name, kind, description: null, rowEstimate: estimates.get(name) ?? null });
  }
  const columns = await read(COLUMNS);
  const foreignKeys = await read(FOREIGN_KEYS);
  const computed = listed.filter(({ type }) => type !== 'table').map(({ name }) => name);
  columns.push(...(await readComputed(computed, session as SqliteSession, signal)));
  const keyPositions: { table: string; column: string; position: number }[] = [];
  for (const [table, name, type, notNull, position] of columns) {
    const isKey = Number(position) > 0;
    builder.addColumn(textOf(table), {
      name: textOf(name),
      type: textOf(type),
      nullable: Number(notNull) === 0 && !isKey,
      description: null,
    });
    if (isKey) keyPositions.push({ table: textOf(table), column: textOf(name), position: Number(position) });
  }
  keyPositions.sort((left, right) => left.position - right.position);
  for (const { table, column } of keyPositions) builder.addPrimaryKeyColumn(table, column);
  for (const [table, id, column, referenced, to] of foreignKeys) {
    builder.addForeignKeyColumn(textOf(table), textOf(id), {
      column: textOf(column),
      referencedSchema: null,
      referencedTable: textOf(referenced),
      referencedColumn: textOf(to),
    });
  }
  return namePrimaryKeys(builder.tables().filter((table) => table.columns.length > 0));
}

/** Skips what fails, is too slow or ends the process. */
async function readComputed(names: readonly string[], session: SqliteSession, signal: AbortSignal): Promise<Cell[][]> {
  const deadline = performance.now() + ALL_COMPUTED_MS;
  const rows: Cell[][] = [];
  let own = session;
  try {
    for (const name of names) {
      if (performance.now() > deadline) break;
      if (!own.healthy) own = await session.reopen(signal);
      const query = { sql: COLUMNS_OF_ONE, parameters: [name], ...LIMITS, timeoutMs: COMPUTED_MS };
      const found = await own.read(query, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (own.healthy && !(error instanceof StatementFailedError)) throw error;
        return [];
      });
      rows.push(...found);
    }
  } finally {
    if (own !== session) own.destroy();
  }
  return rows;
}

/** A foreign key without columns refers to the primary key. */
function namePrimaryKeys(tables: TableSchema[]): TableSchema[] {
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  for (const foreignKey of tables.flatMap((table) => table.foreignKeys)) {
    const referenced = byName.get(foreignKey.referencedTable.toLowerCase());
    foreignKey.referencedColumns = foreignKey.referencedColumns.map(
      (column, index) => column || (referenced?.primaryKey[index] ?? ''),
    );
  }
  return tables;
}

/** Estimates the count by the highest rowid, without a scan. */
async function readEstimates(
  listed: readonly Listed[],
  read: (sql: string) => Promise<Cell[][]>,
): Promise<Map<string, number>> {
  const names = listed.flatMap(({ name, type, sql }) => (type === 'table' && sql !== '1' ? [name] : []));
  const estimates = new Map<string, number>();
  for (let from = 0; from < names.length; from += ESTIMATES_AT_ONCE) {
    const part = names.slice(from, from + ESTIMATES_AT_ONCE);
    const selects = part.map((name, index) => `select ${index}, max(rowid) from ${quote(name)}`);
    // A column named rowid may return anything; no estimate then.
    const rows = await read(selects.join(' union all ')).catch(() => []);
    for (const [index, highest] of rows) {
      const name = part[Number(index)];
      const count = countOrNull(highest) ?? 0;
      if (name !== undefined && Number.isFinite(count)) estimates.set(name, count);
    }
  }
  return estimates;
}
