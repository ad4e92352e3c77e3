import type { DuckDBConnection } from '@duckdb/node-api';
import { JSON_DEPTH } from '../limits.ts';
import type { FoundInCsv, TableFile } from '../source-files.ts';
import { NOTHING } from './csv-table.ts';
import { readNaN } from './null-words.ts';
import { quoteName, quoteText } from './sql-text.ts';

interface Kept {
  column: string;
  /** In the file: DuckDB numbers names that differ only in case. */
  key: string;
  type: 'JSON' | 'VARCHAR';
}

export class JsonTable {
  private readonly connection: DuckDBConnection;
  private readonly file: TableFile;
  private readonly place: string;

  constructor(connection: DuckDBConnection, file: TableFile) {
    this.connection = connection;
    this.file = file;
    this.place = `${quoteText(file.path)}${file.isPacked ? ", compression = 'gzip'" : ''}`;
  }

  async fill(): Promise<FoundInCsv> {
    const automatic = `read_json_auto(${this.place}, sample_size = -1, maximum_depth = ${JSON_DEPTH}`;
    try {
      return await this.fillFrom(`${automatic})`, false);
    } catch (error) {
      if (!/duplicate name/i.test(String(error))) throw error;
      // This reader drops nested keys that differ only in case: values stay JSON.
      return this.fillFrom(`${automatic}, ignore_errors = true)`, true);
    }
  }

  private async fillFrom(reader: string, keepsNested: boolean): Promise<FoundInCsv> {
    const columns = await this.rows(`describe from ${reader}`);
    const names = columns.map(([name]) => String(name));
    const kept = columns.flatMap(([name, type]): Kept[] => {
      const column = String(name);
      const key = this.keyOf(column, names);
      const isNested = /[([]/.test(String(type));
      const isInexact = this.file.exact.includes(key) && /\bDOUBLE\b|\bTIME/.test(String(type));
      return isInexact || (keepsNested && isNested) ? [{ column, key, type: isNested ? 'JSON' : 'VARCHAR' }] : [];
    });
    const from = kept.length === 0 ? reader : this.keeping(kept, reader);
    await this.connection.run(`create or replace table ${quoteName(this.file.table)} as from ${from}`);
    const texts = kept.flatMap(({ column, type }) => (type === 'VARCHAR' ? [column] : []));
    const prose = columns.flatMap(([name, type]) => (type === 'VARCHAR' ? [String(name)] : []));
    const exact = prose.filter((name) => this.file.exact.includes(this.keyOf(name, names)));
    const missingWords = await readNaN(this.connection, this.file.table);
    return {
      ...NOTHING,
      missingWords,
      numbersAsTexts: [...(await this.makeWholeNumbers(texts)), ...(await this.timesIn(exact))],
    };
  }

  private keyOf(column: string, names: readonly string[]): string {
    const found = this.file.exact.find((key) => !names.includes(key) && column.replace(/_\d+$/, '') === key);
    return found ?? column;
  }

  /** Given types turn the detection of date formats off. */
  private keeping(kept: readonly Kept[], reader: string): string {
    const types = kept.map(({ key, type }) => `${quoteText(key)}: ${quoteText(type)}`).join(', ');
    const replaced = kept.map(({ column, key }) => `texts.${quoteName(key)} as ${quoteName(column)}`).join(', ');
    return `(select read.* replace (${replaced}) from ${reader} read
               positional join read_json(${this.place}, columns = {${types}}) texts)`;
  }

  /** @returns the columns that stay text */
  private async makeWholeNumbers(columns: readonly string[]): Promise<string[]> {
    const table = quoteName(this.file.table);
    const texts: string[] = [];
    for (const column of columns) {
      const name = quoteName(column);
      const whole = `bool_and(${name} is not distinct from try_cast(${name} as hugeint)::varchar)`;
      const [[isWhole] = []] = await this.rows(`select ${whole} from ${table} where ${name} is not null`);
      if (isWhole === true)
        await this.connection.run(`alter table ${table} alter column ${name} set data type hugeint`);
      else texts.push(column);
    }
    return texts;
  }

  private async timesIn(columns: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const column of columns) {
      const name = quoteName(column);
      const isTime = `try_cast(${name} as timestamptz) is not null or try_cast(${name} as time) is not null`;
      const sql = `select bool_and(${isTime}) from ${quoteName(this.file.table)} where ${name} is not null`;
      if ((await this.rows(sql))[0]?.[0] === true) found.push(column);
    }
    return found;
  }

  private async rows(sql: string): Promise<unknown[][]> {
    return (await this.connection.runAndReadAll(sql)).getRows();
  }
}
