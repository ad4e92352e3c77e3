import type { Cell, DatabaseSchema, TableProfile, TableSchema } from '@assay/contracts';
import { columnKind } from '../instances/column-kind.js';
import type { TableRows } from './regularities.js';

const LEAST_VALUES = 3;

/** Undeclared joins: columns contained in a similarly named unique column of similar type. */
export function inclusionsOf(
  table: TableSchema,
  schema: DatabaseSchema,
  rowsOf: (table: TableSchema) => TableRows | null,
): TableProfile['inclusions'] {
  const own = rowsOf(table);
  if (own === null) return [];
  const declared = new Set(table.foreignKeys.flatMap(({ columns }) => columns));
  return table.columns.flatMap((column) => {
    if (declared.has(column.name)) return [];
    const values = valuesOf(own, column.name);
    if (values.size < LEAST_VALUES) return [];
    const isSerial = isSerialKey(own, values);
    return schema.tables.flatMap((other) => {
      const theirs = other === table || other.kind === 'view' ? null : rowsOf(other);
      if (theirs === null) return [];
      const found = other.columns.filter((candidate) => {
        if (columnKind(candidate.type) !== columnKind(column.type)) return false;
        if (!isLikeName(column.name, other.name, candidate.name)) return false;
        if (isSerial && !namesTable(column.name, other.name)) return false;
        const pool = valuesOf(theirs, candidate.name);
        return pool.size === theirs.rows.length && values.isSubsetOf(pool);
      });
      return found.map((candidate) => ({
        column: column.name,
        schema: other.schema,
        table: other.name,
        otherColumn: candidate.name,
      }));
    });
  });
}

function valuesOf({ columns, rows }: TableRows, name: string): Set<Cell> {
  const place = columns.indexOf(name);
  return new Set(rows.map((row) => row[place] ?? null).filter((value) => value !== null));
}

/** Two such columns contain each other by chance. */
function isSerialKey({ rows }: TableRows, values: ReadonlySet<Cell>): boolean {
  return values.size === rows.length && [...values].every((value) => Number.isInteger(value));
}

/**
 * Match: `airline` ~ `airlines.uid`, `country_code` ~ `country.code`, `code` ~ `x.code`. No match: `capital` ~
 * `city.id`.
 */
function isLikeName(column: string, table: string, other: string): boolean {
  const [mine, owner, theirs] = [bare(column), singular(table), bare(other)];
  return mine === theirs || mine.includes(owner) || (owner.includes(mine) && mine.length > 3);
}

function namesTable(column: string, table: string): boolean {
  return bare(column).includes(singular(table));
}

function singular(table: string): string {
  return bare(table).replace(/s$/, '');
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
