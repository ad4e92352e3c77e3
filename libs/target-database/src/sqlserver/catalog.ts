import type { Cell, TableSchema } from '@assay/contracts';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { TableBuilder } from '../introspection/table-builder.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

const READABLE = `
  from sys.objects as o
  join sys.schemas as s on s.schema_id = o.schema_id
  left join sys.tables as t on t.object_id = o.object_id
 where o.type in ('U', 'V') and o.is_ms_shipped = 0
   and has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', 'SELECT') = 1`;

const KIND = `case when o.type = 'V' then 'view' when t.is_external = 1 then 'foreign' else 'table' end`;

export const RELATIONS = `
  select s.name, o.name, ${KIND}, object_definition(o.object_id) ${READABLE} order by s.name, o.name`;

export const TABLES = `
  select o.object_id, s.name, o.name, ${KIND}, convert(nvarchar(4000), p.value),
         (select sum(r.rows) from sys.partitions as r where r.object_id = o.object_id and r.index_id in (0, 1))
  ${READABLE.replace(
    'where',
    "left join sys.extended_properties as p on p.class = 1 and p.major_id = o.object_id and p.minor_id = 0 and p.name = 'MS_Description'\n where",
  )}
   order by s.name, o.name`;

export const COLUMNS = `
  select c.object_id, c.name, type_name(c.user_type_id), c.max_length, c.precision, c.scale, c.is_nullable,
         convert(nvarchar(4000), p.value)
    from sys.columns as c
    left join sys.extended_properties as p
      on p.class = 1 and p.major_id = c.object_id and p.minor_id = c.column_id and p.name = 'MS_Description'
   where c.object_id in (select o.object_id ${READABLE})
   order by c.object_id, c.column_id`;

const PRIMARY_KEYS = `
  select i.object_id, c.name
    from sys.indexes as i
    join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
    join sys.columns as c on c.object_id = k.object_id and c.column_id = k.column_id
   where i.is_primary_key = 1
   order by i.object_id, k.key_ordinal`;

const FOREIGN_KEYS = `
  select f.parent_object_id, f.name, c.name, rs.name, r.name, rc.name
    from sys.foreign_keys as f
    join sys.foreign_key_columns as k on k.constraint_object_id = f.object_id
    join sys.columns as c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.objects as r on r.object_id = f.referenced_object_id
    join sys.schemas as rs on rs.schema_id = r.schema_id
    join sys.columns as rc on rc.object_id = k.referenced_object_id and rc.column_id = k.referenced_column_id
   order by f.parent_object_id, f.name, k.constraint_column_id`;

/** External tables use PolyBase. */
export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  return rows.map(([schema, name, kind, definition]) => ({
    schema: textOf(schema),
    name: textOf(name),
    kind: kindOf(kind),
    definition: definition === null || definition === undefined ? null : selectOf(textOf(definition)),
    wrapper: kind === 'foreign' ? 'an external data source' : null,
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  for (const [id, schema, name, kind, description, rows] of await read(TABLES)) {
    builder.addTable(textOf(id), {
      schema: textOf(schema),
      name: textOf(name),
      kind: kindOf(kind),
      description: textOrNull(description),
      rowEstimate: countOrNull(rows),
    });
  }
  for (const [id, name, type, length, precision, scale, nullable, description] of await read(COLUMNS)) {
    builder.addColumn(textOf(id), {
      name: textOf(name),
      type: typeWithSize(textOf(type), { length: Number(length), precision: Number(precision), scale: Number(scale) }),
      nullable: nullable === true || nullable === 1,
      description: textOrNull(description),
    });
  }
  for (const [id, column] of await read(PRIMARY_KEYS)) builder.addPrimaryKeyColumn(textOf(id), textOf(column));
  for (const [id, constraint, column, schema, table, to] of await read(FOREIGN_KEYS)) {
    builder.addForeignKeyColumn(textOf(id), textOf(constraint), {
      column: textOf(column),
      referencedSchema: textOf(schema),
      referencedTable: textOf(table),
      referencedColumn: textOf(to),
    });
  }
  return builder.tables();
}

/** Declared form: `nvarchar(50)`, `decimal(12,2)`; n-types have lengths in bytes. */
export function typeWithSize(type: string, size: { length: number; precision: number; scale: number }): string {
  if (/^(n?(var)?char|(var)?binary)$/.test(type)) {
    const length = type.startsWith('n') ? size.length / 2 : size.length;
    return `${type}(${size.length === -1 ? 'max' : length})`;
  }
  return /^(decimal|numeric)$/.test(type) ? `${type}(${size.precision},${size.scale})` : type;
}

function kindOf(kind: Cell | undefined): TableSchema['kind'] {
  return kind === 'view' || kind === 'foreign' ? kind : 'table';
}
