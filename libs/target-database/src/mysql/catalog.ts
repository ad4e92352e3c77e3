import type { Cell, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { plainCatalog } from '../introspection/plain-catalog.js';
import { TableBuilder } from '../introspection/table-builder.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

/** Storage engines that read other servers or server files. */
const FOREIGN_ENGINES = "'FEDERATED', 'CONNECT', 'SPIDER', 'ODBC', 'S3', 'CSV'";

const KIND = `case when t.table_type like '%VIEW' then 'view' when t.engine in (${FOREIGN_ENGINES}) then 'foreign' else 'table' end`;

const READABLE = `
  from information_schema.tables as t
  left join information_schema.views as v on v.table_schema = t.table_schema and v.table_name = t.table_name
 where t.table_schema = database() and t.table_type <> 'SEQUENCE'
 order by t.table_name`;

const RELATIONS = `select t.table_name, ${KIND}, v.view_definition, lower(t.engine) ${READABLE}`;

const TABLES = `select t.table_name, ${KIND}, t.table_comment, t.table_rows ${READABLE}`;

const COLUMNS = `
  select table_name, column_name, column_type, is_nullable, column_comment
    from information_schema.columns where table_schema = database()
   order by table_name, ordinal_position`;

const KEYS = `
  select table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name,
         database()
    from information_schema.key_column_usage
   where table_schema = database() and (constraint_name = 'PRIMARY' or referenced_table_name is not null)
   order by table_name, constraint_name, ordinal_position`;

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  return rows.map(([name, kind, definition, engine]) => ({
    schema: null,
    name: textOf(name),
    kind: kindOf(kind),
    // Empty without SHOW VIEW.
    definition: textOrNull(definition),
    wrapper: kind === 'foreign' ? textOf(engine) : null,
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  for (const [name, kind, comment, rows] of await read(TABLES)) {
    builder.addTable(textOf(name), {
      schema: null,
      name: textOf(name),
      kind: kindOf(kind),
      // A view's comment is always VIEW.
      description: kind === 'view' ? null : textOrNull(comment),
      rowEstimate: countOrNull(rows),
    });
  }
  for (const [table, name, type, nullable, comment] of await read(COLUMNS)) {
    builder.addColumn(textOf(table), {
      name: textOf(name),
      type: textOf(type),
      nullable: nullable === 'YES',
      description: textOrNull(comment),
    });
  }
  for (const [table, constraint, column, schema, referenced, to, own] of await read(KEYS)) {
    if (constraint === 'PRIMARY') builder.addPrimaryKeyColumn(textOf(table), textOf(column));
    else {
      builder.addForeignKeyColumn(textOf(table), textOf(constraint), {
        column: textOf(column),
        referencedSchema: schema === own ? null : textOrNull(schema),
        referencedTable: textOf(referenced),
        referencedColumn: textOf(to),
      });
    }
  }
  return builder.tables();
}

function kindOf(kind: Cell | undefined): TableSchema['kind'] {
  return kind === 'view' || kind === 'foreign' ? kind : 'table';
}

const FUNCTIONS = `
  select routine_schema, routine_name from information_schema.routines
   where routine_type = 'FUNCTION' and routine_schema = database()`;

/** Stored functions may shadow built-in ones that this version lacks. */
export async function readCatalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog> {
  const rows = await session.read({ sql: FUNCTIONS, parameters: [], ...LIMITS }, signal);
  return plainCatalog(rows.map(([schema, name]) => ({ schema: textOf(schema), name: textOf(name) })));
}
