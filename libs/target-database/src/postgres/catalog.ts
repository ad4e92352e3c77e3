import type { Cell, TableSchema } from '@assay/contracts';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { TableBuilder } from '../introspection/table-builder.js';
import type { DatabaseSession } from '../session.js';

/** For large schemas with tens of thousands of columns. */
const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

const ANY = `
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'f')
     and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

const READABLE = `${ANY} and not c.relispartition
     and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
     and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')`;

/** Readable also by roles that the session may take. With partitions that are or hold foreign ones. */
const RELATIONS = `
  with recursive below(parent, child) as (
    select inhparent, inhrelid from pg_catalog.pg_inherits
    union
    select below.parent, deeper.inhrelid from below join pg_catalog.pg_inherits as deeper on deeper.inhparent = below.child
  ),
  far as (select parent from below join pg_catalog.pg_foreign_table as ft on ft.ftrelid = below.child),
  taken as (select oid from pg_catalog.pg_roles where pg_catalog.pg_has_role(oid, 'MEMBER') and not rolsuper)
  select n.nspname, c.relname, c.relkind,
         case c.relkind when 'v' then pg_catalog.pg_get_viewdef(c.oid) end,
         (select pg_catalog.string_agg(distinct w.fdwname::text, ',')
            from pg_catalog.pg_foreign_table as ft
            join pg_catalog.pg_foreign_server as s on s.oid = ft.ftserver
            join pg_catalog.pg_foreign_data_wrapper as w on w.oid = s.srvfdw
           where ft.ftrelid = c.oid or ft.ftrelid in (select child from below where parent = c.oid)),
         case when c.relkind = 'm' then 'a materialized view keeps the rows of its owner'
              when c.relkind = 'f' or c.oid in (select parent from far)
              then 'a foreign table is read as a user of another server'
              when c.relkind = 'v' and not exists (
                select from pg_catalog.pg_options_to_table(c.reloptions)
                 where option_name = 'security_invoker' and option_value::pg_catalog.bool)
              then 'the view reads with the rights of its owner: create it with security_invoker' end
  ${ANY}
     and (not c.relispartition or c.relkind = 'f' or c.oid in (select parent from far))
     and (pg_catalog.has_schema_privilege(n.oid, 'USAGE') and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
          or exists (select from taken
                      where pg_catalog.has_schema_privilege(taken.oid, n.oid, 'USAGE')
                        and pg_catalog.has_any_column_privilege(taken.oid, c.oid, 'SELECT')))
   order by 1, 2`;

const TABLES = `
  select c.oid, n.nspname, c.relname, c.relkind, pg_catalog.obj_description(c.oid, 'pg_class'),
         case when c.relkind <> 'v' and c.reltuples between 0 and 1e18 then c.reltuples::pg_catalog.int8 end
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
  return rows.map(([schema, name, relkind, definition, wrapper, ofOwner]) => ({
    schema: textOf(schema),
    name: textOf(name),
    kind: kindOf(relkind),
    definition: textOrNull(definition),
    wrapper: textOrNull(wrapper),
    ofOwner: textOrNull(ofOwner),
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
