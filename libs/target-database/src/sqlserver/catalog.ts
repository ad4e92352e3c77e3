import { relationReader, tableReader } from '../introspection/read-tables.js';
import type { Relation } from '../introspection/relation.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';

const READABLE = `
  from sys.objects as o
  join sys.schemas as s on s.schema_id = o.schema_id
  left join sys.tables as t on t.object_id = o.object_id
 where o.type in ('U', 'V') and o.is_ms_shipped = 0
   and has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', 'SELECT') = 1`;

const KIND = `case when o.type = 'V' then 'view' when t.is_external = 1 then 'foreign' else 'table' end`;

export const RELATIONS = `
  select s.name, o.name, ${KIND}, object_definition(o.object_id),
         case when t.is_external = 1 then 'an external data source' end
  ${READABLE} order by s.name, o.name`;

export const TABLES = `
  select s.name, o.name, ${KIND}, convert(nvarchar(4000), p.value),
         (select sum(r.rows) from sys.partitions as r where r.object_id = o.object_id and r.index_id in (0, 1))
  ${READABLE.replace(
    'where',
    "left join sys.extended_properties as p on p.class = 1 and p.major_id = o.object_id and p.minor_id = 0 and p.name = 'MS_Description'\n where",
  )}
   order by s.name, o.name`;

export const COLUMNS = `
  select object_schema_name(c.object_id), object_name(c.object_id), c.name, type_name(c.user_type_id), c.is_nullable,
         convert(nvarchar(4000), p.value), c.max_length, c.precision, c.scale
    from sys.columns as c
    left join sys.extended_properties as p
      on p.class = 1 and p.major_id = c.object_id and p.minor_id = c.column_id and p.name = 'MS_Description'
   where c.object_id in (select o.object_id ${READABLE})
   order by c.object_id, c.column_id`;

const NONE = 'convert(nvarchar(128), null)';

const KEYS = `
  select object_schema_name(i.object_id), object_name(i.object_id), ${NONE}, c.name, ${NONE}, ${NONE}, ${NONE},
         i.object_id, k.key_ordinal
    from sys.indexes as i
    join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
    join sys.columns as c on c.object_id = k.object_id and c.column_id = k.column_id
   where i.is_primary_key = 1
  union all
  select object_schema_name(f.parent_object_id), object_name(f.parent_object_id), f.name, c.name, rs.name, r.name, rc.name,
         f.parent_object_id, k.constraint_column_id
    from sys.foreign_keys as f
    join sys.foreign_key_columns as k on k.constraint_object_id = f.object_id
    join sys.columns as c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.objects as r on r.object_id = f.referenced_object_id
    join sys.schemas as rs on rs.schema_id = r.schema_id
    join sys.columns as rc on rc.object_id = k.referenced_object_id and rc.column_id = k.referenced_column_id
   order by 8, 3, 9`;

const listed = relationReader(RELATIONS);

/** External tables use PolyBase. */
export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  return (await listed(session, signal)).map((relation) => {
    const { definition } = relation;
    return { ...relation, definition: definition === null ? null : selectOf(definition) };
  });
}

export const readTables = tableReader({
  tables: TABLES,
  columns: COLUMNS,
  keys: KEYS,
  typeOf: (type, [length, precision, scale]) =>
    typeWithSize(type, { length: Number(length), precision: Number(precision), scale: Number(scale) }),
});

/** Declared form: `nvarchar(50)`, `decimal(12,2)`; n-types have lengths in bytes. */
export function typeWithSize(type: string, size: { length: number; precision: number; scale: number }): string {
  if (/^(n?(var)?char|(var)?binary)$/.test(type)) {
    const length = type.startsWith('n') ? size.length / 2 : size.length;
    return `${type}(${size.length === -1 ? 'max' : length})`;
  }
  return /^(decimal|numeric)$/.test(type) ? `${type}(${size.precision},${size.scale})` : type;
}
