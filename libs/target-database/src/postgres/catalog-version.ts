import type { CatalogVersion } from '@assay/sql';
import { textArray } from './text-array.js';

/** Lower object ids are assigned by initdb: built-in objects in any schema. */
export const FIRST_OWN_ID = 16384;

const OWN = `oid >= '${FIRST_OWN_ID}'::pg_catalog.oid`;

/** Without row and array types, which temporary tables create. */
const COMPARED = [
  `pg_proc where ${OWN}`,
  `pg_operator where ${OWN}`,
  `pg_cast where ${OWN}`,
  `pg_type where ${OWN} and typrelid = '0'::pg_catalog.oid and typelem = '0'::pg_catalog.oid`,
  `pg_constraint where ${OWN} and contypid <> '0'::pg_catalog.oid`,
  `pg_opclass where ${OWN}`,
  `pg_amproc where ${OWN}`,
  `pg_rewrite where ${OWN}`,
  // security_invoker is an option of a view
  `pg_class where ${OWN} and relkind = 'v'`,
  // indexes, conditions and statistics with own functions
  `pg_depend where refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
      and refobjid >= '${FIRST_OWN_ID}'::pg_catalog.oid`,
];

/** Count and last writers of each catalog; any change alters the text. */
export const CATALOG_VERSION = COMPARED.map(
  (rows) =>
    `(select pg_catalog.count(*)::pg_catalog.text || '/' ||
             coalesce(pg_catalog.sum(pg_catalog.hashtext(xmin::pg_catalog.text)), 0)::pg_catalog.text
        from pg_catalog.${rows})`,
).join(" || ' ' || ");

/** Hash of columns, without temporary tables. */
export const COLUMN_STAMPS = `
  select c.relname, pg_catalog.hashtextextended(
           c.oid::pg_catalog.text || ' ' || c.relnamespace::pg_catalog.text || ' ' ||
           coalesce((select pg_catalog.string_agg(a.atttypid::pg_catalog.text || ' ' || a.attname::pg_catalog.text, ','
                                                  order by a.attnum)
                       from pg_catalog.pg_attribute as a where a.attrelid = c.oid and a.attnum > '0'::pg_catalog.int2),
                    ''), '0'::pg_catalog.int8)
    from pg_catalog.pg_class as c
   where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and c.relpersistence <> 't'`;

/** Division by zero on a difference: later statements are not parsed. */
const REQUIRE_VERSION = `
  select 1 / (case when ${CATALOG_VERSION} = $1::pg_catalog.text
                    and (select coalesce(pg_catalog.sum(s.stamp)::pg_catalog.text, '0')
                           from (${COLUMN_STAMPS} and c.relname = any ($2::pg_catalog.name[])) as s(name, stamp))
                        = $3::pg_catalog.text
              then 1 else 0 end)`;

export function requireVersion({ names, relations, columns }: CatalogVersion): {
  text: string;
  values: string[];
} {
  return { text: REQUIRE_VERSION, values: [names, textArray(relations), columns] };
}
