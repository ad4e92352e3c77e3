import type { Cell, TableSchema } from '@assay/contracts';
import type { Relation } from '../driver.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { TableBuilder } from '../introspection/table-builder.js';
import type { DatabaseSession } from '../session.js';

/** For large schemas with tens of thousands of columns. */
const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

const READABLE_OR_PIECE = `
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'f')
     and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
     and (pg_catalog.has_table_privilege(c.oid, 'SELECT') or pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))`;

const READABLE = `${READABLE_OR_PIECE} and not c.relispartition`;

/** With partitions and children, read with their parent. */
const RELATIONS = `
  with recursive below(parent, child) as (
    select inhparent, inhrelid from pg_catalog.pg_inherits
    union
    select below.parent, deeper.inhrelid from below join pg_catalog.pg_inherits as deeper on deeper.inhparent = below.child
  )
  select n.nspname, c.relname, c.relkind,
         case c.relkind when 'v' then pg_catalog.pg_get_viewdef(c.oid) end,
         (select pg_catalog.string_agg(distinct w.fdwname::text, ',')
            from pg_catalog.pg_foreign_table as ft
            join pg_catalog.pg_foreign_server as s on s.oid = ft.ftserver
            join pg_catalog.pg_foreign_data_wrapper as w on w.oid = s.srvfdw
           where ft.ftrelid = c.oid or ft.ftrelid in (select child from below where parent = c.oid))
  ${READABLE_OR_PIECE}
     and (not c.relispartition or c.relkind = 'f')
   order by 1, 2`;

const TABLES = `
  select c.oid, n.nspname, c.relname, c.relkind, pg_catalog.obj_description(c.oid, 'pg_class'),
         case when c.relkind <> 'v' and c.reltuples >= 0 then c.reltuples::pg_catalog.int8 end
  ${READABLE}
   order by 2, 3`;

const COLUMNS = `
  select a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
         pg_catalog.col_description(a.attrelid, a.attnum)
    from pg_catalog.pg_attribute as a
   where a.attnum > 0 and not a.attisdropped
     and a.attrelid in (select c.oid ${READABLE})
     and pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
   order by a.attrelid, a.attnum`;

const KEYS = `
  select k.conrelid, k.conname, k.contype, a.attname, rn.nspname, r.relname, ra.attname
    from pg_catalog.pg_constraint as k
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as part(own, other, place)
    join pg_catalog.pg_attribute as a on a.attrelid = k.conrelid and a.attnum = part.own
    left join pg_catalog.pg_class as r on r.oid = k.confrelid
    left join pg_catalog.pg_namespace as rn on rn.oid = r.relnamespace
    left join pg_catalog.pg_attribute as ra on ra.attrelid = k.confrelid and ra.attnum = part.other
   where k.contype in ('p', 'f') and k.conparentid = 0
     and k.conrelid in (select c.oid ${READABLE})
   order by k.conrelid, k.conname, part.place`;

const KINDS: Record<string, TableSchema['kind']> = { v: 'view', m: 'view', f: 'foreign' };

function kindOf(relkind: Cell | undefined): TableSchema['kind'] {
  return KINDS[textOf(relkind)] ?? 'table';
}

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  return rows.map(([schema, name, relkind, definition, wrapper]) => ({
    schema: textOf(schema),
    name: textOf(name),
    kind: kindOf(relkind),
    definition: textOrNull(definition),
    wrapper: textOrNull(wrapper),
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  for (const [oid, schema, name, relkind, description, estimate] of await read(TABLES)) {
    builder.addTable(textOf(oid), {
      schema: textOf(schema),
      name: textOf(name),
      kind: kindOf(relkind),
      description: textOrNull(description),
      rowEstimate: countOrNull(estimate),
    });
  }
  for (const [oid, name, type, notNull, description] of await read(COLUMNS)) {
    builder.addColumn(textOf(oid), {
      name: textOf(name),
      type: textOf(type),
      nullable: notNull !== true,
      description: textOrNull(description),
    });
  }
  for (const [oid, constraint, kind, column, schema, table, referenced] of await read(KEYS)) {
    if (kind === 'p') builder.addPrimaryKeyColumn(textOf(oid), textOf(column));
    else {
      builder.addForeignKeyColumn(textOf(oid), textOf(constraint), {
        column: textOf(column),
        referencedSchema: textOrNull(schema),
        referencedTable: textOf(table),
        referencedColumn: textOf(referenced),
      });
    }
  }
  return builder.tables();
}
