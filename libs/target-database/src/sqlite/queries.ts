import { quoteIdentifier } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

export const quote = (identifier: string): string => quoteIdentifier(identifier, 'sqlite');

/** Excludes bytes. */
export function exampleText(column: string): string {
  return `case when typeof(${column}) <> 'blob' then substr(${column}, 1, ${EXAMPLE_LENGTH + 1}) end`;
}

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

/** Declared types are free text. */
export function showsExamples(type: string): boolean {
  return !/blob|binary|bytea|image/i.test(type);
}

/** Text affinity, or no declared type. */
export function holdsText(type: string): boolean {
  return type === '' || /char|clob|text|string/i.test(type);
}
