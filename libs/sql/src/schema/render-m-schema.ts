import type { ColumnSchema, DatabaseSchema, TableSchema } from '@assay/contracts';
import { seededOrder } from './seeded-order.js';

export interface MSchemaOptions {
  /** Shuffles tables and their columns, the same way for the same seed; absent: the database's own order. */
  seed?: number;
  /** Whether example values are shown. Default: true. */
  examples?: boolean;
}

/** Characters of a description that are shown at most: a novel in a comment must not crowd out the schema. */
const DESCRIPTION_LENGTH = 300;
const EXAMPLE_LENGTH = 60;

/**
 * A schema as M-Schema text: one block per table with type, key, description and examples of each column, then the
 * foreign keys. The format is XiYan-SQL's (M-Schema), which models read well.
 */
export function renderMSchema(schema: DatabaseSchema, options: MSchemaOptions = {}): string {
  const { seed, examples = true } = options;
  const tables = seed === undefined ? schema.tables : seededOrder(schema.tables, seed);
  const blocks = tables.map((table, index) =>
    tableBlock(table, examples, seed === undefined ? undefined : seed + index + 1),
  );
  const keys = tables.flatMap(foreignKeyLines);
  const foreignKeys = keys.length > 0 ? ['【Foreign keys】', ...keys] : [];
  return [`【DB_ID】 ${oneLine(schema.name)}`, '【Schema】', ...blocks, ...foreignKeys].join('\n');
}

/** A table's name as statements write it: with its schema, where there is one. */
export function qualifiedName(table: Pick<TableSchema, 'schema' | 'name'>): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}

function tableBlock(table: TableSchema, examples: boolean, seed: number | undefined): string {
  const columns = seed === undefined ? table.columns : seededOrder(table.columns, seed);
  const kind = table.kind === 'table' ? '' : ` (${table.kind === 'view' ? 'view' : 'foreign table'})`;
  const description = table.description === null ? '' : `, ${shorten(oneLine(table.description), DESCRIPTION_LENGTH)}`;
  const lines = columns.map((column) => columnLine(column, table, examples));
  return `# Table: ${qualifiedName(table)}${kind}${description}\n[\n${lines.join(',\n')}\n]`;
}

function columnLine(column: ColumnSchema, table: TableSchema, examples: boolean): string {
  const parts = [`${column.name}:${column.type.toUpperCase()}`];
  if (table.primaryKey.includes(column.name)) parts.push('Primary Key');
  if (!column.nullable) parts.push('not null');
  if (column.description !== null) parts.push(shorten(oneLine(column.description), DESCRIPTION_LENGTH));
  if (examples && column.examples.length > 0) {
    parts.push(`Examples: [${column.examples.map((example) => shorten(oneLine(example), EXAMPLE_LENGTH)).join(', ')}]`);
  }
  return `(${parts.join(', ')})`;
}

function foreignKeyLines(table: TableSchema): string[] {
  return table.foreignKeys.map((key) => {
    const referenced = qualifiedName({ schema: key.referencedSchema, name: key.referencedTable });
    return key.columns
      .map((column, index) => `${qualifiedName(table)}.${column}=${referenced}.${key.referencedColumns[index] ?? '?'}`)
      .join(' and ');
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
