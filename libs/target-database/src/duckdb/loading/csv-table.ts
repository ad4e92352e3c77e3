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
/** Padded rows, multi-line cells. */
const SHEET = "delim = ',', quote = '\"', escape = '\"', null_padding = true, parallel = false, ";
/** Maximum passes: a column's type may widen twice. */
const MOST_PASSES = 4;

export class CsvTable {
  private readonly connection: DuckDBConnection;
  private readonly file: TableFile;
  private readonly compression: string;

  constructor(connection: DuckDBConnection, file: TableFile) {
    this.connection = connection;
    this.file = file;
    this.compression = file.isPacked ? "compression = 'gzip', " : '';
  }

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
        // Non-text columns confirm a header line; all-text columns do not.
        isNamedByTexts: (await this.numberOf(notNamedByTexts(table))) === 0,
      };
    } finally {
      await this.dropRejects();
    }
  }

  /** Repeats with wider types; null if not UTF-8. */
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
      // Two copies would need twice the space.
      await this.connection.run(`drop table ${quoteName(table)}`);
      await this.connection.run('checkpoint');
    }
  }

  private reader(layout: Layout | null, types: ColumnTypes): string {
    return `read_csv(${this.place(layout)}${typesOption(types)}${REJECTS})`;
  }

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

/** Else a comma may separate thousands. */
function mayHoldDecimalCommas(layout: Layout | null): boolean {
  return layout !== null && layout.separator !== ',';
}

/** Columns that are not text, or have generated names. */
function notNamedByTexts(table: string): string {
  return `select count(*) from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and (data_type <> 'VARCHAR' or regexp_full_match(column_name, 'column[0-9]+'))`;
}
