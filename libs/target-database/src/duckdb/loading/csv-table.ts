import type { DuckDBConnection } from '@duckdb/node-api';
import type { FoundInCsv, TableFile } from '../source-files.ts';
import { headerOf, type Header } from './header.ts';
import { readNumberTexts, readUnclearPoints } from './number-notations.ts';
import { readDurations } from './durations.ts';
import { layoutOf, sniffed, type Layout } from './separator.ts';
import { readNullWords } from './null-words.ts';
import { readUnclearDates } from './unclear-dates.ts';
import { quoteName, quoteText } from './sql-text.ts';
import { renameTotal, totalsRowOf } from './totals.ts';
import { typesOfChangedValues, typesOfMisfits, typesOption } from './wider-types.ts';
import type { ColumnTypes, NeededTypes } from './number-texts.ts';

const REJECTS = 'store_rejects = true, rejects_limit = 1000000';
/** For cells of several lines, which DuckDB cannot read in parallel with padding. */
const SHEET_FORM = "comment = '', quote = '\"', escape = '\"', parallel = false, ";
const SHEET = `delim = ',', null_padding = true, ${SHEET_FORM}`;
const BAD_LINES = 'select line, any_value(error_type)::varchar from reject_errors group by line order by line limit 5';
const FAULTS: Readonly<Record<string, string>> = {
  CAST: 'a value of another type',
  'MISSING COLUMNS': 'too few columns',
  'TOO MANY COLUMNS': 'too many columns',
  'LINE SIZE OVER MAXIMUM': 'too long',
};
/** Maximum passes: a column's type may widen twice. */
const MOST_PASSES = 4;

export class CsvTable {
  private readonly connection: DuckDBConnection;
  private readonly file: TableFile;
  private readonly form: string;
  private options = '';

  constructor(connection: DuckDBConnection, file: TableFile) {
    this.connection = connection;
    this.file = file;
    // DuckDB would leave out what is behind a `#`.
    this.form = `comment = '', ${file.isPacked ? "compression = 'gzip', " : ''}`;
  }

  /** Lenient if lines end in different ways. */
  async fill(): Promise<FoundInCsv> {
    try {
      return await this.fillAs(this.form);
    } catch (error) {
      if (!/sniffing|line size|invalid state/i.test(String(error))) throw error;
      return { ...(await this.fillAs(`${this.form}strict_mode = false, new_line = '\\n', `)), isIrregular: true };
    }
  }

  private async fillAs(form: string): Promise<FoundInCsv> {
    const { table, path, sheet, skipped, headerRows } = this.file;
    const layout =
      sheet === null ? await layoutOf(this.connection, path, form) : await sniffed(this.connection, path, SHEET, '');
    const header = await headerOf(this.connection, path, sheet === null ? form : SHEET_FORM, layout);
    this.options = (sheet === null ? form + (layout?.option ?? '') : SHEET) + header.option;
    try {
      const needed = await this.readAll();
      if (needed === null) return { ...NOTHING, isNotUtf8: true };
      const badLines = await this.numberOf('select count(distinct line) from reject_errors');
      const badAt = (await this.connection.runAndReadAll(BAD_LINES)).getRows().map(badLine);
      const mayBeDecimal = mayHoldDecimalCommas(sheet, layout);
      const total = await totalsRowOf(this.connection, table);
      if (total !== null) await renameTotal(this.connection, table, total, 'NULL');
      const numbers = await readNumberTexts(this.connection, table, mayBeDecimal);
      const words = await readNullWords(this.connection, table);
      const unclear = await readUnclearDates(this.connection, table, this.readerOfTexts());
      if (sheet !== null) await readDurations(this.connection, table);
      if (total !== null) await renameTotal(this.connection, table, total, total.word);
      const missing = [...numbers.missing, ...words.missing];
      return {
        ...NOTHING,
        badLines,
        badAt,
        skippedLines: skipped + (layout === null ? 0 : layout.skipped - layout.separatorLines),
        ...(await this.nameFaults(header)),
        headerRows,
        totalsRow: total?.word ?? null,
        decimalCommas: numbers.decimal,
        groupedNumbers: numbers.grouped,
        unclearCommas: numbers.unclear,
        unclearPoints: mayBeDecimal ? await readUnclearPoints(this.connection, table, this.readerOfTexts()) : [],
        numbersAsTexts: needed.texts.filter((name) => !missing.includes(name)),
        missingWords: missing,
        keptWords: words.kept.filter((name) => name !== total?.column),
        roundedNumbers: [...needed.rounded, ...words.rounded],
        unclearDates: [...new Set([...words.dayFirst, ...unclear])].filter((name) => !words.yearFirst.includes(name)),
        yearFirstDates: words.yearFirst,
        // Other non-text columns confirm a header line.
        isHeaderGuessed: header.isGuessed || (await this.numberOf(notNamedByTexts(table))) === 0,
      };
    } finally {
      await this.dropRejects();
    }
  }

  /** Repeats with wider types; null if not UTF-8. */
  private async readAll(): Promise<Omit<NeededTypes, 'types'> | null> {
    const { table } = this.file;
    let types: ColumnTypes = new Map();
    let changed: NeededTypes = { types, texts: [], rounded: [] };
    for (let pass = 1; ; pass += 1) {
      await this.connection.run(`create or replace table ${quoteName(table)} as from ${this.reader(types)}`);
      if ((await this.rejects('INVALID ENCODING')) > 0) return null;
      if (pass === MOST_PASSES) return changed;
      const misfits = await typesOfMisfits(this.connection, table);
      if (pass === 1) changed = await typesOfChangedValues(this.connection, table, this.readerOfTexts(), misfits);
      const wider = new Map([...misfits, ...(pass === 1 ? changed.types : [])]);
      if (wider.size === 0) return changed;
      types = new Map([...types, ...wider]);
      await this.dropRejects();
      // Two copies would need twice the space.
      await this.connection.run(`drop table ${quoteName(table)}`);
      await this.connection.run('checkpoint');
    }
  }

  private reader(types: ColumnTypes): string {
    return `read_csv(${this.place()}${typesOption(types)}${REJECTS})`;
  }

  private readerOfTexts(): (columns: readonly string[]) => string {
    return (columns) =>
      `read_csv(${this.place()}${typesOption(new Map(columns.map((name) => [name, 'VARCHAR'])))}ignore_errors = true)`;
  }

  private place(): string {
    return `${quoteText(this.file.path)}, ${this.options}`;
  }

  private async nameFaults({ names }: Header): Promise<Pick<FoundInCsv, 'generatedNames' | 'repeatedNames'>> {
    const given = names.map((name) => name.toLowerCase());
    return {
      generatedNames: (await columnsLike(this.connection, this.file.table, 'column[0-9]+')).filter(
        (name) => !given.includes(name.toLowerCase()),
      ),
      repeatedNames: names.filter((name, at) => name !== '' && given.indexOf(name.toLowerCase()) < at),
    };
  }

  private rejects(kind: string): Promise<number> {
    return this.numberOf(`select count(*) from reject_errors where error_type = '${kind}'`);
  }

  private async numberOf(sql: string): Promise<number> {
    const [row] = (await this.connection.runAndReadAll(sql)).getRows();
    return Number(row?.[0] ?? 0);
  }

  private async dropRejects(): Promise<void> {
    await this.connection.run('drop table if exists reject_errors');
    await this.connection.run('drop table if exists reject_scans');
  }
}

export const NOTHING: FoundInCsv = {
  isNotUtf8: false,
  isIrregular: false,
  badLines: 0,
  badAt: [],
  skippedLines: 0,
  decimalCommas: [],
  unclearCommas: [],
  numbersAsTexts: [],
  roundedNumbers: [],
  unclearDates: [],
  yearFirstDates: [],
  unclearPoints: [],
  groupedNumbers: [],
  generatedNames: [],
  repeatedNames: [],
  missingWords: [],
  keptWords: [],
  headerRows: 1,
  totalsRow: null,
  isHeaderGuessed: false,
};

function badLine([line, kind]: readonly unknown[]): string {
  return `${String(line)} (${FAULTS[String(kind)] ?? 'wrong quotes'})`;
}

/** False where a comma may separate thousands. */
function mayHoldDecimalCommas(sheet: string | null, layout: Layout | null): boolean {
  return sheet === null && layout !== null && layout.separator !== ',';
}

async function columnsLike(connection: DuckDBConnection, table: string, pattern: string): Promise<string[]> {
  const sql = `select column_name from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and regexp_full_match(column_name, ${quoteText(pattern)}) order by column_index`;
  return (await connection.runAndReadAll(sql)).getRows().map(([name]) => String(name));
}

function notNamedByTexts(table: string): string {
  return `select count(*) from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and (data_type <> 'VARCHAR' or regexp_full_match(column_name, 'column[0-9]+'))`;
}
