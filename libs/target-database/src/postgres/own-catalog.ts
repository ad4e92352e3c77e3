import type { Cell } from '@assay/contracts';
import type { CatalogType, DatabaseCatalog } from '@assay/sql';
import { textOf, textOrNull } from '../introspection/catalog-cells.js';
import { read as readWhole } from '../introspection/read-tables.js';
import type { DatabaseSession } from '../session.js';
import { CATALOG_VERSION, COLUMN_STAMPS, FIRST_OWN_ID } from './catalog-version.js';

// Constants have the type that they are compared with: no own operator applies.
const FIRST_OWN = `'${FIRST_OWN_ID}'::pg_catalog.oid`;
const NONE = `'0'::pg_catalog.oid`;

const extensionOf = (table: string, id: string): string => `
  (select e.extname::text from pg_catalog.pg_depend as d join pg_catalog.pg_extension as e on e.oid = d.refobjid
    where d.classid = 'pg_catalog.${table}'::pg_catalog.regclass::pg_catalog.oid and d.objid = ${id} and d.deptype = 'e'
      and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass::pg_catalog.oid limit 1)`;

const STAMPS = `
  select s.name::text, pg_catalog.sum(s.stamp)::pg_catalog.text from (${COLUMN_STAMPS}) as s(name, stamp) group by s.name`;

const RELATIONS = `
  select n.nspname::text, c.relname::text, c.reltype::pg_catalog.text,
         array(select a.attname::text from pg_catalog.pg_attribute as a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum),
         array(select a.atttypid::pg_catalog.text || ' ' || a.attname::text from pg_catalog.pg_attribute as a
                where a.attrelid = c.oid and a.attnum > 0 and a.atttypid >= ${FIRST_OWN})
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'f')`;

/** Built-ins with equal arguments win, because `pg_catalog` is first, except with named arguments. */
const FUNCTIONS = `
  select n.nspname::text, p.proname::text,
         case when p.prokind = 'a' then 0 else p.pronargs - p.pronargdefaults - (p.provariadic <> ${NONE})::pg_catalog.int4 end,
         case when p.prokind = 'a' or p.provariadic <> ${NONE} then null else p.pronargs end,
         case when t.typrelid <> ${NONE}
              then array(select a.attname::text from pg_catalog.pg_attribute as a
                          where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped order by a.attnum)
              else array(select o.name from unnest(p.proargnames, p.proargmodes) with ordinality as o(name, mode, place)
                          where o.mode in ('o', 'b', 't') order by o.place) end,
         p.prorettype::pg_catalog.text, ${extensionOf('pg_proc', 'p.oid')},
         case when p.prokind = 'f' and l.lanname = 'sql' then pg_catalog.pg_get_functiondef(p.oid) end
    from pg_catalog.pg_proc as p
    join pg_catalog.pg_language as l on l.oid = p.prolang
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    join pg_catalog.pg_type as t on t.oid = p.prorettype
   where p.oid >= ${FIRST_OWN} and p.prokind in ('f', 'a', 'w')
     and (p.proargnames is not null or p.pronargdefaults > 0 or p.provariadic <> ${NONE} or p.prokind <> 'f'
          or not exists (select from pg_catalog.pg_proc as b
                          where b.proname = p.proname and b.proargtypes = p.proargtypes and b.oid < ${FIRST_OWN}
                            and b.pronamespace = 'pg_catalog'::pg_catalog.regnamespace::pg_catalog.oid))`;

const OPERATORS = `
  select n.nspname::text, o.oprname::text, ${extensionOf('pg_operator', 'o.oid')}
    from pg_catalog.pg_operator as o join pg_catalog.pg_namespace as n on n.oid = o.oprnamespace
   where o.oid >= ${FIRST_OWN}
     and not exists (select from pg_catalog.pg_operator as b
                      where b.oprname = o.oprname and b.oprleft = o.oprleft and b.oprright = o.oprright
                        and b.oid < ${FIRST_OWN} and b.oprnamespace = 'pg_catalog'::pg_catalog.regnamespace::pg_catalog.oid)`;

/** Through text, only the target's input function runs. */
const CASTS = `
  select s.oid::pg_catalog.text, sn.nspname::text, s.typname::text, t.oid::pg_catalog.text, tn.nspname::text,
         t.typname::text, c.castcontext = 'i', ${extensionOf('pg_cast', 'c.oid')}
    from pg_catalog.pg_cast as c
    join pg_catalog.pg_type as s on s.oid = c.castsource join pg_catalog.pg_namespace as sn on sn.oid = s.typnamespace
    join pg_catalog.pg_type as t on t.oid = c.casttarget join pg_catalog.pg_namespace as tn on tn.oid = t.typnamespace
   where c.oid >= ${FIRST_OWN}
     and (c.castmethod = 'f' or c.castmethod = 'i' and c.casttarget >= ${FIRST_OWN} and t.typtype <> 'e')`;

const ROWS = `select r.oid from pg_catalog.pg_type as r where r.typrelid <> ${NONE}`;
const isOfRows = (type: string): string =>
  `(${type}.typrelid <> ${NONE} or ${type}.typcategory = 'A' and ${type}.typelem in (${ROWS}))`;

const HELD = `
  select d.typbasetype from pg_catalog.pg_type as d where d.oid >= ${FIRST_OWN}
  union select a.atttypid from pg_catalog.pg_attribute as a where a.attrelid >= ${FIRST_OWN}`;

/** Excludes row types whose columns are all built in. */
const TYPES = `
  with own as (
    select t.oid, t.typnamespace, t.typname, t.typtype, t.typrelid, t.typelem, t.typcategory, t.typbasetype
      from pg_catalog.pg_type as t left join pg_catalog.pg_class as c on c.oid = t.typrelid
     where t.typname::pg_catalog.text ~ '^_?(reg|aclitem)' or t.oid < ${FIRST_OWN} and ${isOfRows('t')} and t.oid in (${HELD}) or t.oid >= ${FIRST_OWN}
       and (c.relkind is null or c.relkind = 'c' or exists (
             select from pg_catalog.pg_attribute as a join pg_catalog.pg_type as at on at.oid = a.atttypid
              where a.attrelid = t.typrelid and a.attnum > 0
                and (at.oid >= ${FIRST_OWN} or at.typname::pg_catalog.text ~ '^_?(reg|aclitem)'
                     or ${isOfRows('at')}))))
  select o.oid::pg_catalog.text, n.nspname::text, o.typname::text, o.oid < ${FIRST_OWN}, o.typtype::text,
         array(select part::pg_catalog.text from (
                 select case when o.typcategory = 'A' then o.typelem end union all select o.typbasetype
                 union all select r.rngsubtype from pg_catalog.pg_range as r
                            where r.rngtypid = o.oid or r.rngmultitypid = o.oid
                 union all select a.atttypid from pg_catalog.pg_attribute as a
                            where a.attrelid = o.typrelid and o.typrelid <> ${NONE} and a.attnum > 0) as parts(part)
                where part <> ${NONE}),
         array(select pg_catalog.pg_get_expr(k.conbin, 0) from pg_catalog.pg_constraint as k
                where k.contypid = o.oid and k.contype = 'c'),
         ${extensionOf('pg_type', `case when o.typcategory = 'A' and o.typelem <> ${NONE} then o.typelem else o.oid end`)}
    from own as o join pg_catalog.pg_namespace as n on n.oid = o.typnamespace`;

const ORDERINGS = `
  select c.opcintype::pg_catalog.text, pg_catalog.format_type(c.opcintype, null), false,
         ${extensionOf('pg_opclass', 'c.oid')}
    from pg_catalog.pg_opclass as c join pg_catalog.pg_am as m on m.oid = c.opcmethod
   where c.opcdefault and c.oid >= ${FIRST_OWN} and m.amname in ('btree', 'hash')
  union all
  select t.id::pg_catalog.text, pg_catalog.format_type(t.id, null), false, ${extensionOf('pg_opclass', 'r.rngsubopc')}
    from pg_catalog.pg_range as r cross join lateral unnest(array[r.rngtypid, r.rngmultitypid]) as t(id)
   where r.rngsubopc >= ${FIRST_OWN}
  union all
  select p.amproclefttype::pg_catalog.text, pg_catalog.format_type(p.amproclefttype, null), true,
         ${extensionOf('pg_proc', 'p.amproc::pg_catalog.oid')}
    from pg_catalog.pg_amproc as p
   where p.oid >= ${FIRST_OWN} and p.amprocfamily < ${FIRST_OWN} and p.amproc::pg_catalog.oid >= ${FIRST_OWN}`;

const BUILT_IN_NAMES = `
  select proname::text from pg_catalog.pg_proc where oid < ${FIRST_OWN}
  union
  select typname::text from pg_catalog.pg_type where oid < ${FIRST_OWN} and typrelid = ${NONE}`;

const KINDS: Record<string, CatalogType['kind']> = {
  d: 'domain',
  c: 'composite',
  e: 'enum',
  r: 'range',
  m: 'range',
  p: 'pseudo',
};

const texts = (cell: Cell | undefined): string[] => (Array.isArray(cell) ? cell.map((one) => textOf(one)) : []);

export async function readOwnCatalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog> {
  const read = (sql: string): Promise<Cell[][]> => readWhole(session, sql, signal);
  // First, so that concurrent changes are detected later.
  const [version] = await read(`select ${CATALOG_VERSION}`);
  const stamps = await read(STAMPS);
  return {
    version: textOf(version?.[0]),
    columnStamps: new Map(stamps.map(([name, stamp]) => [textOf(name), BigInt(textOf(stamp))])),
    relations: (await read(RELATIONS)).map(([schema, name, rowType, columns, types]) => ({
      schema: textOf(schema),
      name: textOf(name),
      rowType: Number(rowType),
      columns: texts(columns),
      ownTypes: texts(types).map((one) => ({ id: parseInt(one, 10), column: one.slice(one.indexOf(' ') + 1) })),
    })),
    functions: (await read(FUNCTIONS)).map(
      ([schema, name, fewest, most, outNames, returns, extension, definition]) => ({
        schema: textOf(schema),
        name: textOf(name),
        fewest: Number(fewest),
        most: most === null ? Infinity : Number(most),
        outNames: texts(outNames),
        returns: Number(returns),
        extension: textOrNull(extension),
        definition: textOrNull(definition) ?? undefined,
      }),
    ),
    operators: (await read(OPERATORS)).map(([schema, symbol, extension]) => ({
      schema: textOf(schema),
      symbol: textOf(symbol),
      extension: textOrNull(extension),
    })),
    casts: (await read(CASTS)).map(castOf),
    types: (await read(TYPES)).map(typeOf),
    orderings: (await read(ORDERINGS)).map(([id, type, framesOnly, extension]) => ({
      typeId: Number(id),
      type: textOf(type),
      framesOnly: framesOnly === true,
      extension: textOrNull(extension),
    })),
    builtInNames: new Set((await read(BUILT_IN_NAMES)).map(([name]) => textOf(name))),
  };
}

function castOf([
  id,
  schema,
  name,
  targetId,
  targetSchema,
  target,
  implicit,
  extension,
]: Cell[]): DatabaseCatalog['casts'][number] {
  const typeName = (oid: Cell | undefined, own: Cell | undefined, called: Cell | undefined) => ({
    id: Number(oid),
    schema: textOf(own),
    name: textOf(called),
    builtIn: Number(oid) < FIRST_OWN_ID,
  });
  return {
    source: typeName(id, schema, name),
    target: typeName(targetId, targetSchema, target),
    implicit: implicit === true,
    extension: textOrNull(extension),
  };
}

function typeOf([id, schema, name, builtIn, kind, parts, checks, extension]: Cell[]): CatalogType {
  const isArray = texts(parts).length > 0 && textOf(kind) === 'b';
  return {
    id: Number(id),
    schema: textOf(schema),
    name: textOf(name),
    builtIn: builtIn === true,
    kind: isArray ? 'array' : (KINDS[textOf(kind)] ?? 'base'),
    parts: texts(parts).map(Number),
    checks: texts(checks),
    extension: textOrNull(extension),
  };
}
