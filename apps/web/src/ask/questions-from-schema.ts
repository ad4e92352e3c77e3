import type { ColumnSchema, TableSchema } from '@assay/contracts';

const OFFERED = 3;
const DATE_TYPE = /date|timestamp/i;

/** Counts, top groups and trends of the largest tables. */
export function questionsFromSchema(tables: readonly TableSchema[]): string[] {
  const byRows = tables
    .filter(({ kind }) => kind === 'table')
    .toSorted((one, other) => (other.rowEstimate ?? 0) - (one.rowEstimate ?? 0));
  const questions = [
    perParent(byRows),
    perMonth(byRows),
    ...byRows.map(({ name }) => `How many ${plural(name)} are there?`),
  ];
  return questions.filter((question) => question !== null).slice(0, OFFERED);
}

function perParent(tables: readonly TableSchema[]): string | null {
  for (const { name, foreignKeys } of tables) {
    const parent = foreignKeys.find(({ referencedTable }) => referencedTable !== name)?.referencedTable;
    if (parent !== undefined) return `Which ${singular(parent)} has the most ${plural(name)}?`;
  }
  return null;
}

function perMonth(tables: readonly TableSchema[]): string | null {
  for (const { name, columns } of tables) {
    const date = columns.find(isDate);
    if (date !== undefined) return `How many ${plural(name)} are there per month of ${wordsOf(date.name)}?`;
  }
  return null;
}

export function isDate({ type }: Pick<ColumnSchema, 'type'>): boolean {
  return DATE_TYPE.test(type);
}

/** Of English names; people edit the question. */
function plural(name: string): string {
  const words = wordsOf(name);
  if (/s$/.test(words)) return words;
  return /[^aeiou]y$/.test(words) ? words.replace(/y$/, 'ies') : `${words}s`;
}

function singular(name: string): string {
  return wordsOf(name)
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^sui])s$/, '$1');
}

/** `order_item` and `orderItem` become `order item`. */
export function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
