import { factReader } from '../introspection/declared-facts.js';

/** User tables; unreadable ones are dropped later with their table. */
const TABLES = `
  pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   and c.relkind in ('r', 'p', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;

/** Unique indexes, which include constraints, without conditions and expressions. */
const UNIQUE = `
  select n.nspname, c.relname, 'unique', i.indexrelid::pg_catalog.text, a.attname::pg_catalog.text, key.place
    from ${TABLES}
    join pg_catalog.pg_index as i on i.indrelid = c.oid and i.indisunique and not i.indisprimary and i.indisvalid
     and i.indpred is null and i.indexprs is null
    cross join lateral unnest(i.indkey::pg_catalog.int2[]) with ordinality as key(number, place)
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = key.number and key.place <= i.indnkeyatts`;

const CHECKS = `
  select n.nspname, c.relname, 'check', k.conname::pg_catalog.text, pg_catalog.pg_get_expr(k.conbin, k.conrelid), 0
    from ${TABLES} join pg_catalog.pg_constraint as k on k.conrelid = c.oid and k.contype = 'c'`;

const GENERATED = `
  select n.nspname, c.relname, 'generated', a.attname::pg_catalog.text, pg_catalog.pg_get_expr(d.adbin, d.adrelid), 0
    from ${TABLES}
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated <> ''
    join pg_catalog.pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum`;

/** Nondeterministic collations only: others affect order, not equality. */
const COLLATIONS = `
  select n.nspname, c.relname, 'collation', a.attname::pg_catalog.text, o.collname::pg_catalog.text, 0
    from ${TABLES}
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_collation as o on o.oid = a.attcollation and not o.collisdeterministic`;

/** Columns of domain and enum types, resolved through nested domains. */
const TYPED = `
  with recursive typed(schema, relation, attribute, id, base, modifier, depth) as (
    select n.nspname, c.relname, a.attname, a.atttypid, t.typbasetype, t.typtypmod, 0
      from ${TABLES}
      join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_catalog.pg_type as t on t.oid = a.atttypid and t.typtype in ('d', 'e')
    union all
    select typed.schema, typed.relation, typed.attribute, t.oid, t.typbasetype,
           case when typed.modifier >= 0 then typed.modifier else t.typtypmod end, typed.depth + 1
      from typed join pg_catalog.pg_type as t on t.oid = typed.base)`;

const ENUMS = `
  ${TYPED}
  select schema, relation, 'enum', attribute, e.enumlabel, e.enumsortorder
    from typed join pg_catalog.pg_enum as e on e.enumtypid = typed.id
   order by 1, 2, 4, 6`;

/** Replaces VALUE in domain checks by the column. */
const DOMAINS = `
  ${TYPED}
  select schema, relation, 'domain', attribute, pg_catalog.format_type(base, modifier), 0
    from typed as outermost
   where base <> 0
     and not exists (select from pg_catalog.pg_type as t where t.oid = outermost.base and t.typtype = 'd')
  union all
  select schema, relation, 'check', k.conname || ' of ' || attribute,
         pg_catalog.regexp_replace(pg_catalog.pg_get_expr(k.conbin, 0), '\\mVALUE\\M',
           pg_catalog.quote_ident(attribute), 'g'), 0
    from typed join pg_catalog.pg_constraint as k on k.contypid = typed.id and k.contype = 'c'
  union all
  select schema, relation, 'check', 'not null of ' || attribute, pg_catalog.quote_ident(attribute) || ' IS NOT NULL', 0
    from typed join pg_catalog.pg_type as t on t.oid = typed.id and t.typnotnull`;

const TABLE_FACTS = [UNIQUE, CHECKS, GENERATED, COLLATIONS].join(' union all ');

export const readDeclared = factReader(`${TABLE_FACTS} order by 1, 2, 3, 4, 6`, ENUMS, DOMAINS);
