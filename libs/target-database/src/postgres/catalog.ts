import { relationReader, tableReader } from '../introspection/read-tables.js';

const KIND = `case when c.relkind in ('v', 'm') then 'view' when c.relkind = 'f' then 'foreign' else 'table' end`;

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
  select n.nspname, c.relname, ${KIND},
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
              then 'the view reads with the rights of its owner: create it with security_invoker' end,
         (select pg_catalog.count(*) from pg_catalog.pg_attribute as a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and (pg_catalog.has_table_privilege(c.oid, 'SELECT')
                  or pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')))
  ${ANY}
     and (not c.relispartition or c.relkind = 'f' or c.oid in (select parent from far))
     and (pg_catalog.has_schema_privilege(n.oid, 'USAGE') and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
          or exists (select from taken
                      where pg_catalog.has_schema_privilege(taken.oid, n.oid, 'USAGE')
                        and pg_catalog.has_any_column_privilege(taken.oid, c.oid, 'SELECT')))
   order by 1, 2`;

const TABLES = `
  select n.nspname, c.relname, ${KIND}, pg_catalog.obj_description(c.oid, 'pg_class'),
         case when c.relkind <> 'v' and c.reltuples between 0 and 1e18 then c.reltuples::pg_catalog.int8 end
  ${READABLE}
   order by 1, 2`;

const COLUMNS = `
  select o.nspname, o.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), not a.attnotnull,
         pg_catalog.col_description(a.attrelid, a.attnum)
    from (select c.oid, n.nspname, c.relname ${READABLE}) as o
    join pg_catalog.pg_attribute as a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
   where pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
   order by a.attrelid, a.attnum`;

const KEYS = `
  select o.nspname, o.relname, case k.contype when 'f' then k.conname end, a.attname, rn.nspname, r.relname, ra.attname
    from (select c.oid, n.nspname, c.relname ${READABLE}) as o
    join pg_catalog.pg_constraint as k on k.conrelid = o.oid and k.contype in ('p', 'f') and k.conparentid = 0
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as part(own, other, place)
    join pg_catalog.pg_attribute as a on a.attrelid = k.conrelid and a.attnum = part.own
    left join pg_catalog.pg_class as r on r.oid = k.confrelid
    left join pg_catalog.pg_namespace as rn on rn.oid = r.relnamespace
    left join pg_catalog.pg_attribute as ra on ra.attrelid = k.confrelid and ra.attnum = part.other
   order by k.conrelid, k.conname, part.place`;

export const readRelations = relationReader(RELATIONS);
export const readTables = tableReader({ tables: TABLES, columns: COLUMNS, keys: KEYS });
