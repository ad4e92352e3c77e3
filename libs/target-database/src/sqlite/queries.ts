import { quoteIdentifier } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

/** An identifier as SQLite quotes it. */
export const quote = (identifier: string): string => quoteIdentifier(identifier, 'sqlite');

/** Bytes show nothing. */
export function exampleText(column: string): string {
  return `case when typeof(${column}) <> 'blob' then substr(${column}, 1, ${EXAMPLE_LENGTH + 1}) end`;
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

/** Types are what people declared; only bytes say nothing. */
export function showsExamples(type: string): boolean {
  return !/blob|binary|bytea|image/i.test(type);
}

/** Whether SQLite gives a declared type text affinity, or none is declared at all. */
export function holdsText(type: string): boolean {
  return type === '' || /char|clob|text|string/i.test(type);
}
