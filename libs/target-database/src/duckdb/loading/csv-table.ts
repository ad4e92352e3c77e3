import type { DuckDBConnection } from '@duckdb/node-api';
import type { FoundInCsv, TableFile } from '../source-files.ts';
import { readDecimalCommas, type CommaColumns } from './decimal-commas.ts';
import { layoutOf, type Layout } from './separator.ts';
import { readUnclearDates } from './unclear-dates.ts';
import { quoteName, quoteText } from './sql-text.ts';
import {
  typesOfChangedValues,
  typesOfMisfits,
  typesOption,
  type ColumnTypes,
  type NeededTypes,
} from './wider-types.ts';

const REJECTS = 'store_rejects = true, rejects_limit = 1000000';
/** How rows of sheets were written. Shorter ones end in empty cells; a cell may hold several lines. */
const SHEET = "delim = ',', quote = '\"', escape = '\"', null_padding = true, parallel = false, ";
/** A file is read so often at most: a column may turn out to need a wider type twice. */
const MOST_PASSES = 4;

/** A table that is made of a text file, or of the rows of a sheet. */
export class CsvTable {
  private readonly connection: DuckDBConnection;
  private readonly file: TableFile;
  private readonly compression: string;

  constructor(connection: DuckDBConnection, file: TableFile) {
    this.connection = connection;
    this.file = file;
    this.compression = file.isPacked ? "compression = 'gzip', " : '';
  }

  /** Makes the table. @throws Error of DuckDB's */
  async fill(): Promise<FoundInCsv> {
    const { table, path, sheet } = this.file;
    const layout = sheet === null ? await layoutOf(this.connection, path, this.compression) : null;
    try {
      const needed = await this.readAll(layout);
      if (needed === null) return { ...NOTHING, isNotUtf8: true };
      const badLines = await this.numberOf('select count(distinct line) from reject_errors');
      const commas = mayHoldDecimalCommas(layout) ? await readDecimalCommas(this.connection, table) : NO_COMMAS;
      return {
        isNotUtf8: false,
        badLines,
        skippedLines: layout?.skipped ?? 0,
        decimalCommas: commas.decimal,
        unclearCommas: commas.unclear,
        numbersAsTexts: needed.texts,
        roundedNumbers: needed.rounded,
        unclearDates: await readUnclearDates(this.connection, table, this.readerOfTexts(layout)),
        // numbers below a line of texts tell it from them; nothing does where all are texts
        isNamedByTexts: (await this.numberOf(notNamedByTexts(table))) === 0,
      };
    } finally {
      await this.dropRejects();
    }
  }

  /** Reads all lines, again where a later one shows what the first did not; null where they are no UTF-8. */
  private async readAll(layout: Layout | null): Promise<Omit<NeededTypes, 'types'> | null> {
    const { table } = this.file;
    let types: ColumnTypes = new Map();
    let changed: NeededTypes = { types, texts: [], rounded: [] };
    for (let pass = 1; ; pass += 1) {
      await this.connection.run(`create or replace table ${quoteName(table)} as from ${this.reader(layout, types)}`);
      if ((await this.rejects('INVALID ENCODING')) > 0) return null;
      if (pass === MOST_PASSES) return changed;
      const misfits = await typesOfMisfits(this.connection, table);
      if (pass === 1) changed = await typesOfChangedValues(this.connection, table, this.readerOfTexts(layout), misfits);
      const wider = new Map([...misfits, ...(pass === 1 ? changed.types : [])]);
      if (wider.size === 0) return changed;
      types = new Map([...types, ...wider]);
      await this.dropRejects();
      // two of them would take twice the place
      await this.connection.run(`drop table ${quoteName(table)}`);
      await this.connection.run('checkpoint');
    }
  }

  private reader(layout: Layout | null, types: ColumnTypes): string {
    return `read_csv(${this.place(layout)}${typesOption(types)}${REJECTS})`;
  }

  /** The same file with columns as they are written. */
  private readerOfTexts(layout: Layout | null): (columns: readonly string[]) => string {
    return (columns) =>
      `read_csv(${this.place(layout)}${typesOption(new Map(columns.map((name) => [name, 'VARCHAR'])))}ignore_errors = true)`;
  }

  private place(layout: Layout | null): string {
    const { path, sheet } = this.file;
    const form = sheet === null ? this.compression + (layout?.option ?? '') : SHEET;
    return `${quoteText(path)}, ${form}`;
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

const NO_COMMAS: CommaColumns = { decimal: [], unclear: [] };
const NOTHING: FoundInCsv = {
  isNotUtf8: false,
  badLines: 0,
  skippedLines: 0,
  decimalCommas: [],
  unclearCommas: [],
  numbersAsTexts: [],
  roundedNumbers: [],
  unclearDates: [],
  isNamedByTexts: false,
};

/** Where commas separate cells, a number with one would have to be quoted: then it is as likely a thousand. */
function mayHoldDecimalCommas(layout: Layout | null): boolean {
  return layout !== null && layout.separator !== ',';
}

/** Columns that hold no texts, or have the names that DuckDB gives where it takes no line for names. */
function notNamedByTexts(table: string): string {
  return `select count(*) from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and (data_type <> 'VARCHAR' or regexp_full_match(column_name, 'column[0-9]+'))`;
}
