import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

const TOTAL = new RegExp(
  `^(?:${[
    '(?:sub|zwischen|teil|gesamt|eind|slut|delsum)?(?:totals?|totale[sn]?|totaux|totalt?|totaal|summen?|summa|ergebnis)',
    'gesamt|insgesamt|suma|soma|somme|sum|razem|łącznie|ogółem|celkem|spolu|összesen|yhteensä|toplam|jumlah|ukupno',
    'итого?|всего|разом|усього|всичко|общо|σύνολο|المجموع|الإجمالي|합계|총계|小[计計]|合[计計]|[总總][计計]|総計|รวม',
  ].join('|')})$`,
  'iu',
);
const BESIDE = new RegExp(
  `^(?:${[
    'grand|overall|general[ei]?|générale?|geral|generale?|final[e]?|complessivo|końcowa|genel|общий|загальний|γενικό|sub',
    'year|jahr|año|anno|année|ano|год|all|of|for|de|del|da|di|für|za|за|the|in|fy|qtr|kw',
    String.raw`(?:fy|cy|[qthk]|kw)?\d{1,4}(?:年)?`,
  ].join('|')})$`,
  'iu',
);

/** Such as `Gesamtergebnis`, `Total general` or `2024 totals:`. */
function namesTotal(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => TOTAL.test(word)) && words.every((word) => TOTAL.test(word) || BESIDE.test(word));
}

const LAST_ROWS = 5;

export interface TotalsRow {
  word: string;
  column: string;
  row: string;
}

/** Among the last rows, of which notes are skipped. */
export async function totalsRowOf(connection: DuckDBConnection, table: string): Promise<TotalsRow | null> {
  const result = await connection.runAndReadAll(
    `select rowid::varchar, * from ${quoteName(table)} order by rowid desc limit ${LAST_ROWS}`,
  );
  const names = result.columnNames();
  for (const [row, ...cells] of result.getRowsJS()) {
    const word = cells.find((cell): cell is string => typeof cell === 'string' && namesTotal(cell));
    if (word !== undefined) return { word, column: names[cells.indexOf(word) + 1] ?? '', row: row as string };
    const isNote = cells.length > 1 && cells.filter((cell) => cell !== null).length <= 1;
    if (!isNote) return null;
  }
  return null;
}

/** Replaces its word, so that it decides no type; a column of texts gets it back. */
export async function renameTotal(
  connection: DuckDBConnection,
  table: string,
  { column, row }: TotalsRow,
  word: string,
): Promise<void> {
  const [name, type] = [quoteName(column), `typeof(${quoteName(column)})`];
  await connection.run(
    `update ${quoteName(table)} set ${name} = ${quoteText(word)} where rowid = ${row} and ${type} = 'VARCHAR'`,
  );
}
