import type { BuiltQuery, Relation, SampleQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

/** An identifier as SQLite quotes it. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** First rows of some columns, texts cut one character after what is worth showing; bytes show nothing. */
export function sampleQuery({ relation, columns, rows }: SampleQuery): BuiltQuery {
  const texts = columns.map(
    (column) =>
      `case when typeof(${quote(column)}) <> 'blob' then substr(${quote(column)}, 1, ${EXAMPLE_LENGTH + 1}) end`,
  );
  const names = columns.map(quote).join(', ');
  return {
    sql: `select ${texts.join(', ')} from (select ${names} from ${quote(relation.name)} limit ${rows})`,
    parameters: [],
  };
}

/** What the first rows of a table hold of the values, one column for each that is searched. */
export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string =>
    prefix
      ? `exists (select 1 from wanted where substr(lower(${quote(column)}), 1, length(value)) = value)`
      : `lower(${quote(column)}) in (select value from wanted)`;
  const hits = columns.map(
    (column, index) => `case when ${condition(column)} then substr(${quote(column)}, 1, 200) end as c${index}`,
  );
  return {
    sql:
      `with wanted(value) as (select value from json_each(?)) ` +
      `select distinct * from (select ${hits.join(', ')} from ${quote(relation.name)} limit ${VALUE_SCAN_ROWS}) ` +
      `where ${anyHit(columns)} limit ${rows}`,
    parameters: [JSON.stringify(values)],
  };
}

/** First rows of a whole table. */
export function firstRowsSql(relation: Pick<Relation, 'name'>, rows: number): string {
  return `SELECT * FROM ${quote(relation.name)} LIMIT ${rows}`;
}

/** Types are what people declared; only bytes say nothing. */
export function showsExamples(type: string): boolean {
  return !/blob|binary|bytea|image/i.test(type);
}

/** Whether SQLite gives a declared type text affinity, or none is declared at all. */
export function holdsText(type: string): boolean {
  return type === '' || /char|clob|text|string/i.test(type);
}
