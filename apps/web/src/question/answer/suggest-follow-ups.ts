import { typeWord } from '@assay/client';
import type { Cell, ColumnSchema, RowsPage, TableProfile, TableSchema } from '@assay/contracts';
import { isDate, wordsOf } from '../../ask/questions-from-schema.js';
import { isNamingColumn } from '../../design/cell-text.js';
import { sameTable } from '../../workspaces/describe-profile.js';

const OFFERED = 3;
const RANKED = 5;
const MOST_CATEGORIES = 30;
/** Columns with names of things divide rows too finely. */
const SINGLE = /name|title|description|comment|note|mail|phone|address|url|code$/i;

/** From the answer's shape and the tables that its SQL reads, with known profiles. */
export function suggestFollowUps(
  { columns, rows }: Pick<RowsPage, 'columns' | 'rows'>,
  sql: string,
  tables: readonly TableSchema[],
  profiles: readonly TableProfile[] = [],
): string[] {
  const read = tables.filter(({ name }) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'i').test(sql));
  const shown = new Set(columns.map(({ name }) => name.toLowerCase()));
  const others = read
    .flatMap((table) => {
      const profile = profiles.find(sameTable(table));
      return table.columns.map((column) => ({ ...column, distinct: profile?.columns.find(isNamed(column))?.distinct }));
    })
    .filter(({ name }) => !shown.has(name.toLowerCase()));
  const date = others.find(isDate);
  const hasDate = columns.some((column) => isDate(column) || /month|year|week|day|date/i.test(column.name));
  const category = others.find(isCategory);
  const measure = columns.findLast(
    ({ name }, at) => !isNamingColumn(name) && rows.length > 0 && rows.every((row) => isNumber(row[at])),
  )?.name;
  const isFigure = columns.length === 1 && rows.length === 1;
  const ranked = measure === undefined ? null : `Only the ${RANKED} with the highest ${wordsOf(measure)}`;
  return [
    rows.length <= RANKED || columns.length < 2 ? null : ranked,
    category === undefined ? null : `The same by ${wordsOf(category.name)}`,
    date === undefined || hasDate ? null : `The same by month of ${wordsOf(date.name)}`,
    measure === undefined || rows.length < 2 ? null : `Each one's share of the sum of ${wordsOf(measure)}`,
    hasDate && measure !== undefined ? 'The change from one period to the next' : null,
    isFigure ? 'Which rows is this computed from?' : 'How many are there in all?',
    'The same without missing values',
    'The same with the number of rows behind each value',
  ]
    .filter((question) => question !== null)
    .slice(0, OFFERED);
}

function isNamed({ name }: { name: string }): (other: { name: string }) => boolean {
  return (other) => other.name === name;
}

function isCategory({ name, type, examples, distinct }: ColumnSchema & { distinct: number | undefined }): boolean {
  if (typeWord(type) !== 'text') return false;
  if (distinct !== undefined) return distinct > 1 && distinct <= MOST_CATEGORIES;
  return !SINGLE.test(name) && examples.length > 0;
}

/** Exact numbers are texts. */
function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell));
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
