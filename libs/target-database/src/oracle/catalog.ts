import type { DatabaseCatalog } from '@assay/sql';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { plainCatalog } from '../introspection/plain-catalog.js';
import { keyOf, read, relationReader, tableReader } from '../introspection/read-tables.js';
import type { Relation } from '../introspection/relation.js';
import type { DatabaseSession } from '../session.js';

const FOREIGN_OWNER = `owner not in (select username from all_users where oracle_maintained = 'Y')`;

/** External tables read server files; excludes the recycle bin. */
const RELATIONS = `
  select owner, table_name, case when external = 'YES' then 'foreign' else 'table' end, null,
         case when external = 'YES' then 'a file of the server' end
    from all_tables where ${FOREIGN_OWNER} and nested = 'NO' and secondary = 'N' and dropped = 'NO'
  union all
  select owner, view_name, 'view', null, null from all_views where ${FOREIGN_OWNER}
   order by 1, 2`;

/** Separate, because a union cannot contain LONG columns. */
const DEFINITIONS = `select owner, view_name, text from all_views where ${FOREIGN_OWNER}`;

const TABLES = `
  select r.owner, r.name, r.kind, c.comments, r.num_rows
    from (select owner, table_name as name, case when external = 'YES' then 'foreign' else 'table' end as kind, num_rows
            from all_tables where ${FOREIGN_OWNER} and nested = 'NO' and secondary = 'N' and dropped = 'NO'
          union all
          select owner, view_name, 'view', null from all_views where ${FOREIGN_OWNER}) r
    left join all_tab_comments c on c.owner = r.owner and c.table_name = r.name
   order by r.owner, r.name`;

const COLUMNS = `
  select c.owner, c.table_name, c.column_name, c.data_type, c.nullable, m.comments, c.char_length,
         c.data_precision, c.data_scale
    from all_tab_columns c
    left join all_col_comments m on m.owner = c.owner and m.table_name = c.table_name and m.column_name = c.column_name
   where c.${FOREIGN_OWNER}
   order by c.owner, c.table_name, c.column_id`;

const KEYS = `
  select k.owner, k.table_name, case when k.constraint_type = 'R' then k.constraint_name end, c.column_name,
          r.owner, r.table_name, r.column_name
    from all_constraints k
    join all_cons_columns c on c.owner = k.owner and c.constraint_name = k.constraint_name
    left join all_cons_columns r
      on r.owner = k.r_owner and r.constraint_name = k.r_constraint_name and r.position = c.position
   where k.constraint_type in ('P', 'R') and k.${FOREIGN_OWNER}
   order by k.owner, k.table_name, k.constraint_name, c.position`;

const listed = relationReader(RELATIONS);

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const relations = await listed(session, signal);
  const texts = await read(session, DEFINITIONS, signal);
  const definitions = new Map(texts.map(([owner, name, text]) => [keyOf(owner, name), textOrNull(text)]));
  return relations.map((one) => ({ ...one, definition: definitions.get(keyOf(one.schema, one.name)) ?? null }));
}

export const readTables = tableReader({
  tables: TABLES,
  columns: COLUMNS,
  keys: KEYS,
  typeOf: (type, [length, precision, scale]) =>
    typeWithSize(type, { length: countOrNull(length), precision: countOrNull(precision), scale: countOrNull(scale) }),
});

/** Declared form: `VARCHAR2(50)`, `NUMBER(12,2)`. */
export function typeWithSize(
  type: string,
  size: { length: number | null; precision: number | null; scale: number | null },
): string {
  if (/CHAR/.test(type) && size.length) return `${type}(${size.length})`;
  if (type !== 'NUMBER' || size.precision === null) return type;
  return size.scale ? `NUMBER(${size.precision},${size.scale})` : `NUMBER(${size.precision})`;
}

const CALLABLE = `
  select owner, object_name, object_type from all_objects
   where object_type in ('FUNCTION', 'PACKAGE') and ${FOREIGN_OWNER}
  union
  select s.owner, s.synonym_name, o.object_type from all_synonyms s
    join all_objects o on o.owner = s.table_owner and o.object_name = s.table_name
   where o.object_type in ('FUNCTION', 'PACKAGE')`;

/** Includes synonyms of tables. */
const COLUMN_NAMES = `
  select owner, table_name, column_name from all_tab_columns where ${FOREIGN_OWNER}
  union
  select s.owner, s.synonym_name, c.column_name from all_synonyms s
    join all_tab_columns c on c.owner = s.table_owner and c.table_name = s.table_name
   where c.${FOREIGN_OWNER}`;

/** Functions callable by bare name, columns that take precedence, and packages. */
export async function readCatalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog> {
  const callable = await read(session, CALLABLE, signal);
  const functions = callable
    .filter(([, , type]) => type === 'FUNCTION')
    .map(([owner, name]) => ({ schema: textOf(owner), name: textOf(name) }));
  const packages = callable.filter(([, , type]) => type === 'PACKAGE').map(([, name]) => textOf(name));
  const relations = new Map<string, { schema: string; name: string; columns: string[] }>();
  for (const [owner, table, column] of functions.length === 0 ? [] : await read(session, COLUMN_NAMES, signal)) {
    const key = keyOf(owner, table);
    const relation = relations.get(key) ?? { schema: textOf(owner), name: textOf(table), columns: [] };
    relation.columns.push(textOf(column));
    relations.set(key, relation);
  }
  return { ...plainCatalog(functions, [...relations.values()]), packages };
}
