import type { DuckDBConnection } from '@duckdb/node-api';
import { allMatch, columnsOf, columnsWhere, flagsOf, hasWord, passing, withoutWords } from './column-checks.ts';
import type { ReadAsTexts } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

export interface NumberTexts {
  decimal: string[];
  /** With points, and thousands divided by others. */
  grouped: string[];
  /** Kept as text. */
  unclear: string[];
  /** Words became NULL. */
  missing: string[];
}

interface Notation {
  kind: 'decimal' | 'grouped';
  /** Without leading zeros or excess digits. */
  number: string;
  /** In no other notation. */
  clear: string;
  mark: ',' | '.';
}

const SPACE = String.raw`\x{a0}\x{202f}`;
const COMMAS: Notation = {
  kind: 'decimal',
  number: String.raw`[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}([. ${SPACE}'’]\d{3}){1,4})(,\d+)?`,
  // Not three digits follow, or thousands are divided.
  clear: String.raw`,(\d{1,2}|\d{4,})\s*$|[. ${SPACE}'’]\d{3},`,
  mark: ',',
};
const POINTS: Notation = {
  kind: 'grouped',
  // Groups of two are Indian.
  number: String.raw`[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}([, ${SPACE}'’]\d{2,3}){0,3}[, ${SPACE}'’]\d{3})(\.\d+)?`,
  clear: String.raw`[, ${SPACE}'’]\d{3}\.|,\d{2,3},\d{3}|['’]\d{3}`,
  mark: '.',
};
const COMMA_NUMBER = String.raw`[+-]?\d[\d.,]*,\d+`;

/** Converts texts if one notation fits. @param mayBeDecimal false where commas separate fields */
export async function readNumberTexts(
  connection: DuckDBConnection,
  table: string,
  mayBeDecimal: boolean,
): Promise<NumberTexts> {
  const found: NumberTexts = { decimal: [], grouped: [], unclear: [], missing: [] };
  for (const notation of mayBeDecimal ? [COMMAS, POINTS] : [POINTS]) {
    const { kind, number, clear, mark } = notation;
    const fits = (column: string): string =>
      `${allMatch(column, number)} and bool_or(regexp_matches(${withoutWords(column)}, ${quoteText(clear)}))`;
    const every = (column: string): string => allMatch(column, number);
    for (const column of await columnsWhere(connection, table, ['VARCHAR'], fits, every)) {
      const [hasWords] = await flagsOf(connection, quoteName(table), [hasWord(column)]);
      const plain = `regexp_replace(${withoutWords(column)}, ${quoteText(`[^0-9${mark}+-]`)}, '', 'g')`;
      const change = `set data type double using cast(replace(${plain}, '${mark}', '.') as double)`;
      await connection.run(`alter table ${quoteName(table)} alter column ${quoteName(column)} ${change}`);
      found[kind].push(column);
      if (hasWords === true) found.missing.push(column);
    }
  }
  const areNumbers = (column: string): string =>
    `(${allMatch(column, COMMAS.number)} or ${allMatch(column, POINTS.number)})`;
  const isUnclear = (column: string): string =>
    `${areNumbers(column)} and bool_or(regexp_full_match(trim(${withoutWords(column)}), ${quoteText(COMMA_NUMBER)}))`;
  found.unclear = await columnsWhere(connection, table, ['VARCHAR'], isUnclear, areNumbers);
  return found;
}

/** Columns with three digits behind each point. */
export async function readUnclearPoints(
  connection: DuckDBConnection,
  table: string,
  readerOf: ReadAsTexts,
): Promise<string[]> {
  const columns = await columnsOf(connection, table, ['DOUBLE']);
  return passing(connection, readerOf(columns), columns, (column) =>
    allMatch(column, String.raw`-?[1-9]\d{0,2}\.\d{3}`),
  );
}
