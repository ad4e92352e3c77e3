import type { DuckDBConnection } from '@duckdb/node-api';
import { allMatch, columnsWhere, flagsOf, hasWord, withoutWords } from './column-checks.ts';
import { FORMS, LIKE_DATES, orderOf } from './date-forms.ts';
import { numberTypeOf } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

export interface NullWords {
  /** Columns whose words became NULL beside numbers, dates, times or booleans. */
  missing: string[];
  kept: string[];
  rounded: string[];
  /** Another order fits, too. */
  dayFirst: string[];
  yearFirst: string[];
}

/** Also converts dates that are still texts. NaN among numbers is such a word: no sum would remain. */
export async function readNullWords(connection: DuckDBConnection, table: string): Promise<NullWords> {
  const missing = await readNaN(connection, table);
  const found: NullWords = { missing, kept: [], rounded: [], dayFirst: [], yearFirst: [] };
  const withWords = await columnsWhere(connection, table, ['VARCHAR'], hasWord);
  const areDates = (column: string): string => allMatch(column, LIKE_DATES);
  const dates = await columnsWhere(connection, table, ['VARCHAR'], (column) => `(${areDates(column)})`, areDates);
  for (const column of new Set([...withWords, ...dates])) {
    const conversion = await conversionOf(connection, table, column, found);
    const hasWords = withWords.includes(column);
    if (conversion === null) {
      if (hasWords) found.kept.push(column);
      continue;
    }
    const change = `alter column ${quoteName(column)} set data type ${conversion.type} using ${conversion.sql}`;
    await connection.run(`alter table ${quoteName(table)} ${change}`);
    if (hasWords) found.missing.push(column);
  }
  return found;
}

export async function readNaN(connection: DuckDBConnection, table: string): Promise<string[]> {
  const columns = await columnsWhere(connection, table, ['DOUBLE'], (column) => `bool_or(isnan(${quoteName(column)}))`);
  for (const name of columns.map(quoteName)) {
    await connection.run(`update ${quoteName(table)} set ${name} = null where isnan(${name})`);
  }
  return columns;
}

async function conversionOf(
  connection: DuckDBConnection,
  table: string,
  column: string,
  found: NullWords,
): Promise<{ type: string; sql: string } | null> {
  const texts = withoutWords(column);
  const values = FORMS.map(({ type, format }) =>
    format === undefined
      ? `try_cast(${texts} as ${type})`
      : `try_strptime(trim(${texts}), ${quoteText(format)})::${type}`,
  );
  const fits = FORMS.map(
    ({ pattern }, at) =>
      `bool_and(regexp_full_match(trim(${texts}), ${quoteText(pattern)}) and ${values[at]} is not null or ${texts} is null)`,
  );
  const part = (at: number): string => `count(distinct regexp_extract_all(${texts}, '[0-9]+')[${at}])`;
  const asked = [`count(${texts}) > 0`, `${part(1)} < ${part(3)}`, ...fits];
  const [hasOthers, variesLess, ...flags] = await flagsOf(connection, quoteName(table), asked);
  if (hasOthers !== true) return null;
  const { type, isRounded } = await numberTypeOf(connection, table, `(${texts})`);
  if (isRounded) found.rounded.push(column);
  if (type !== 'VARCHAR') return { type, sql: `cast(${texts} as ${type})` };
  const fitting = FORMS.filter((_, at) => flags[at] === true);
  const { form, isUnclear } = orderOf(fitting, variesLess === true);
  if (form === undefined) return null;
  if (isUnclear) (form.isYearFirst ? found.yearFirst : found.dayFirst).push(column);
  return { type: form.type, sql: values[FORMS.indexOf(form)] ?? '' };
}
