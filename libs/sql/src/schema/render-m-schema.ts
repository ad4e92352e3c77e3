import {
  displayType,
  seededRandom,
  shuffle,
  sqlText,
  type ColumnSchema,
  type DatabaseSchema,
  type ForeignKey,
  type TableSchema,
} from '@assay/contracts';
import { NOTHING_KNOWN, type KnownData } from './known-data.js';
import { isInDefault, qualifiedName } from './qualified-name.js';

export interface MSchemaOptions {
  /** Shuffles tables, columns and foreign keys; absent: the given order. */
  seed?: number;
  /** Examples and enum labels; default true. Must be false under `sendRows: false`. */
  examples?: boolean;
  /** Absent: no notes. */
  known?: KnownData;
  /** By name, optionally qualified; default all. */
  tables?: readonly string[];
  /** Tables that are not shown. */
  others?: readonly string[];
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 300;
const NUMERIC_TYPE = /int|serial|real|floa|doub|numeric|decimal|money|number|^year/i;

/**
 * M-Schema (Liu et al., XiYan-SQL, 2024): per table a line per column, then foreign keys. Line breaks in data become
 * spaces, so data cannot imitate structure.
 */
export function renderMSchema(schema: DatabaseSchema, options: MSchemaOptions = {}): string {
  const { seed, examples = true, known } = options;
  const order = <Item>(items: readonly Item[], salt: number): readonly Item[] =>
    seed === undefined ? items : shuffle(items, seededRandom(seed, salt));
  const tables = order(
    schema.tables.filter((table) => isWanted(table, options.tables)),
    0,
  );
  const names = new Set(tables.map(qualifiedName));
  const nameOf = namesIn(schema);
  const blocks = tables.map((table, index) =>
    renderTable(table, order(table.columns, index + 1), { nameOf, examples, known }),
  );
  const keys = order(
    [...new Set(tables.flatMap((table) => renderForeignKeys(table, names, nameOf)))],
    tables.length + 1,
  );
  const lines = [`【DB_ID】 ${oneLine(schema.name)}`, '【Schema】', ...blocks];
  if (keys.length > 0) lines.push('【Foreign keys】', ...keys);
  const { others = [] } = options;
  if (others.length > 0) lines.push('【Other tables, columns not shown】', others.map(oneLine).join(', '));
  return lines.join('\n');
}

type NameOf = (table: Pick<TableSchema, 'schema' | 'name'>) => string;

/** Without the database schema where it is the only one, and the default. */
export function namesIn(database: DatabaseSchema): NameOf {
  const { tables } = database;
  const only = new Set(tables.map(({ schema }) => schema));
  const isImplied = only.size === 1 && tables.some((table) => isInDefault(table, database));
  return isImplied ? ({ schema, name }) => (only.has(schema) ? name : qualifiedName({ schema, name })) : qualifiedName;
}

function isWanted(table: TableSchema, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || wanted.includes(qualifiedName(table)) || wanted.includes(table.name);
}

export function renderTable(
  table: TableSchema,
  columns: readonly ColumnSchema[],
  { nameOf, examples, known }: { nameOf: NameOf; examples: boolean; known?: KnownData },
): string {
  const kind = table.kind === 'table' ? [] : [table.kind === 'view' ? 'a view' : 'a foreign table'];
  if (known?.isChecked(table) === false) kind.push('not checked');
  const head = [`# Table: ${oneLine(nameOf(table))}`, ...kind, ...described(table.description)].join(', ');
  const lines = columns.map((column) => renderColumn(table, column, examples, known ?? NOTHING_KNOWN));
  return [head, '[', lines.join(',\n'), ']'].join('\n');
}

/** Cached: a snapshot is rendered in many orders. */
const columnLines = new WeakMap<KnownData, Record<`${boolean}`, WeakMap<ColumnSchema, string>>>();

function renderColumn(table: TableSchema, column: ColumnSchema, examples: boolean, known: KnownData): string {
  const byExamples = columnLines.get(known) ?? { true: new WeakMap(), false: new WeakMap() };
  columnLines.set(known, byExamples);
  const lines = byExamples[`${examples}`];
  const line = lines.get(column) ?? columnLine(table, column, examples, known.ofColumn(table, column, examples));
  lines.set(column, line);
  return line;
}

function columnLine(table: TableSchema, column: ColumnSchema, examples: boolean, notes: readonly string[]): string {
  const parts = [`${oneLine(column.name)}:${typeText(displayType(column.type, examples))}`];
  if (table.primaryKey.includes(column.name)) parts.push('Primary Key');
  else if (!column.nullable) parts.push('not null');
  parts.push(...notes.map(oneLine), ...described(column.description));
  const shown = examples && !isSerialKey(table, column) ? column.examples.slice(0, MAX_EXAMPLES) : [];
  if (shown.length > 0) parts.push(`Examples: [${shown.map((value) => example(value, column.type)).join(', ')}]`);
  return `(${parts.join(', ')})`;
}

/** In capitals, unless that would change labels, or names of fields and types. */
function typeText(type: string): string {
  return /['"A-Z]/.test(type) ? type : type.toUpperCase();
}

/** `orders.customer_id=customers.id` per pair, between shown tables. */
export function renderForeignKeys(table: TableSchema, shown: ReadonlySet<string>, nameOf: NameOf): string[] {
  return table.foreignKeys.flatMap((key) => {
    const referenced = referencedName(key);
    if (!shown.has(referenced)) return [];
    const target = oneLine(nameOf({ schema: key.referencedSchema, name: key.referencedTable }));
    return key.columns.map(
      (column, index) =>
        `${oneLine(nameOf(table))}.${oneLine(column)}=${target}.${oneLine(key.referencedColumns[index] ?? column)}`,
    );
  });
}

export function referencedName(key: ForeignKey): string {
  return qualifiedName({ schema: key.referencedSchema, name: key.referencedTable });
}

function described(description: string | null): string[] {
  return description === null || description.trim() === '' ? [] : [clipped(description, MAX_DESCRIPTION_LENGTH)];
}

/** Numbers as they are, others quoted. */
function example(value: string, type: string): string {
  if (NUMERIC_TYPE.test(type) && /^-?[\d.]+(e[-+]?\d+)?$/i.test(value)) return value;
  const text = sqlText(value);
  return text.length <= MAX_EXAMPLE_LENGTH ? text : `${text.slice(0, MAX_EXAMPLE_LENGTH - 1)}…`;
}

function isSerialKey({ primaryKey }: TableSchema, { name, type }: ColumnSchema): boolean {
  return (
    primaryKey.length === 1 &&
    primaryKey[0] === name &&
    /int|serial|^(number|numeric|decimal)(\(\d+(, ?0)?\))?$/i.test(type)
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function clipped(text: string, length: number): string {
  const line = oneLine(text);
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
