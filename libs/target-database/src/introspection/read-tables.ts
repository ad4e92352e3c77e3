import type { Cell, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { DatabaseSession } from '../session.js';
import { countOrNull, textOf, textOrNull } from './catalog-cells.js';
import { LONG_READ } from './limits.js';
import { plainCatalog } from './plain-catalog.js';
import type { Relation } from './relation.js';
import { TableBuilder } from './table-builder.js';

/** Statements for the tables of a database. */
export interface TableQueries {
  /** Schema, name, kind, description, estimated rows. */
  tables: string;
  /** Schema, table, name, type, whether it is nullable, description; then what `typeOf` needs. */
  columns: string;
  /** Schema, table, constraint (null: the primary key), column, referenced schema, table, column. */
  keys?: string;
  kind?: (cell: Cell | undefined) => TableSchema['kind'];
  typeOf?: (type: string, size: Cell[]) => string;
  isNullable?: (type: string) => boolean;
}

type Reader<Result> = (session: DatabaseSession, signal: AbortSignal) => Promise<Result>;

export function read(session: DatabaseSession, sql: string, signal: AbortSignal): Promise<Cell[][]> {
  return session.read({ sql, parameters: [], ...LONG_READ }, signal);
}

export function tableReader(queries: TableQueries): Reader<TableSchema[]> {
  const { tables, columns, keys, kind = kindOf, typeOf = (type) => type, isNullable } = queries;
  return async (session, signal) => {
    const builder = new TableBuilder();
    for (const [schema, name, ofKind, description, rows] of await read(session, tables, signal)) {
      builder.addTable(keyOf(schema, name), {
        schema: textOrNull(schema),
        name: textOf(name),
        kind: kind(ofKind),
        description: textOrNull(description),
        rowEstimate: countOrNull(rows),
      });
    }
    for (const [schema, table, name, type, nullable, description, ...size] of await read(session, columns, signal)) {
      builder.addColumn(keyOf(schema, table), {
        name: textOf(name),
        type: typeOf(textOf(type), size),
        nullable: isNullable?.(textOf(type)) ?? isTrue(nullable),
        description: textOrNull(description),
      });
    }
    for (const [schema, table, ...part] of keys === undefined ? [] : await read(session, keys, signal)) {
      addKey(builder, keyOf(schema, table), part);
    }
    return builder.tables();
  };
}

function addKey(builder: TableBuilder, key: string, part: Cell[]): void {
  const [constraint, column, referencedSchema, referencedTable, referencedColumn] = part;
  if (textOrNull(constraint) === null) return builder.addPrimaryKeyColumn(key, textOf(column));
  builder.addForeignKeyColumn(key, textOf(constraint), {
    column: textOf(column),
    referencedSchema: textOrNull(referencedSchema),
    referencedTable: textOf(referencedTable),
    referencedColumn: textOf(referencedColumn),
  });
}

/** @param sql schema, name, kind, definition, what serves a foreign table, why it shows rows of its owner, columns */
export function relationReader(sql: string): Reader<Relation[]> {
  return async (session, signal) =>
    (await read(session, sql, signal)).map(([schema, name, kind, definition, wrapper, ofOwner, columns]) => ({
      schema: textOrNull(schema),
      name: textOf(name),
      kind: kindOf(kind),
      definition: textOrNull(definition),
      wrapper: textOrNull(wrapper),
      ofOwner: textOrNull(ofOwner),
      columns: countOrNull(columns),
    }));
}

/** For an engine whose own functions are named without types. @param sql schema, name */
export function functionReader(sql: string): Reader<DatabaseCatalog> {
  return async (session, signal) => {
    const rows = await read(session, sql, signal);
    return plainCatalog(rows.map(([schema, name]) => ({ schema: textOf(schema), name: textOf(name) })));
  };
}

export function keyOf(schema: Cell | undefined, name: Cell | undefined): string {
  return JSON.stringify([schema, name]);
}

function kindOf(cell: Cell | undefined): TableSchema['kind'] {
  return cell === 'view' || cell === 'foreign' ? cell : 'table';
}

/** In the form of any engine. */
function isTrue(cell: Cell | undefined): boolean {
  return cell === true || cell === 1 || /^y/i.test(textOf(cell));
}
