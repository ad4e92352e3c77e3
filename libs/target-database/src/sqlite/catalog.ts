import type { Cell, TableSchema } from '@assay/contracts';
import type { Relation } from '../driver.js';
import { countOrNull, textOf } from '../introspection/catalog-cells.js';
import { TableBuilder } from '../introspection/table-builder.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { quote } from './queries.js';

const LIMITS = { timeoutMs: 20_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

/** Excludes shadow tables of virtual tables and SQLite's own. */
const READABLE = `
  from pragma_table_list as l
  join sqlite_schema as s on s.name = l.name and s.type in ('table', 'view')
 where l.schema = 'main' and l.type in ('table', 'view', 'virtual') and l.name not like 'sqlite\\_%' escape '\\'`;

const RELATIONS = `select l.name, l.type, case l.type when 'view' then s.sql end ${READABLE} order by l.name`;

const TABLES = `select l.name, l.type, l.wr ${READABLE} order by l.name`;

const COLUMNS_OF_TABLES = `
  select l.name, c.name, c.type, c."notnull", c.pk
    from (select l.name ${READABLE} and l.type <> 'view') as l, pragma_table_xinfo(l.name) as c
   where c.hidden <> 1
   order by l.name, c.cid`;

const COLUMNS_OF_VIEW = `select ?1, name, type, "notnull", 0 from pragma_table_xinfo(?1) order by cid`;

const FOREIGN_KEYS = `
  select l.name, k.id, k."from", k."table", k."to", k.seq
    from (select l.name ${READABLE}) as l, pragma_foreign_key_list(l.name) as k
   order by l.name, k.id, k.seq`;

/** Row estimates per statement, below SQLite's compound SELECT limit. */
const ESTIMATES_AT_ONCE = 200;

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  return rows.map(([name, type, sql]) => ({
    schema: null,
    name: textOf(name),
    kind: type === 'view' ? 'view' : 'table',
    definition: type === 'view' ? selectOf(textOf(sql)) : null,
    wrapper: null,
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  const listed = await read(TABLES);
  const estimates = await readEstimates(listed, read);
  for (const [name, type] of listed) {
    const kind = type === 'view' ? 'view' : 'table';
    const rowEstimate = estimates.get(textOf(name)) ?? null;
    builder.addTable(textOf(name), { schema: null, name: textOf(name), kind, description: null, rowEstimate });
  }
  const columns = await read(COLUMNS_OF_TABLES);
  for (const [name, type] of listed) {
    if (type === 'view') columns.push(...(await readViewColumns(textOf(name), session, signal)));
  }
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
  for (const [table, id, column, referenced, to] of await read(FOREIGN_KEYS)) {
    builder.addForeignKeyColumn(textOf(table), textOf(id), {
      column: textOf(column),
      referencedSchema: null,
      referencedTable: textOf(referenced),
      referencedColumn: textOf(to),
    });
  }
  return namePrimaryKeys(builder.tables().filter((table) => table.columns.length > 0));
}

/** SQLite compiles views to list columns: broken views have none and are skipped. */
async function readViewColumns(view: string, session: DatabaseSession, signal: AbortSignal): Promise<Cell[][]> {
  try {
    return await session.read({ sql: COLUMNS_OF_VIEW, parameters: [view], ...LIMITS }, signal);
  } catch (error) {
    if (error instanceof StatementFailedError) return [];
    throw error;
  }
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
async function readEstimates(listed: Cell[][], read: (sql: string) => Promise<Cell[][]>): Promise<Map<string, number>> {
  const names = listed.filter(([, type, withoutRowId]) => type === 'table' && Number(withoutRowId) === 0);
  const estimates = new Map<string, number>();
  for (let from = 0; from < names.length; from += ESTIMATES_AT_ONCE) {
    const part = names.slice(from, from + ESTIMATES_AT_ONCE).map(([name]) => textOf(name));
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
