import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'duckdb');

export function exampleText(column: string): string {
  return `system.main.left(${column}::varchar, ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string =>
    prefix
      ? `exists (select 1 from wanted where system.main.starts_with(system.main.lower(${quote(column)}::varchar), wanted.value))`
      : `system.main.lower(${quote(column)}::varchar) in (select wanted.value from wanted)`;
  const hits = columns.map(
    (column, index) =>
      `case when ${condition(column)} then system.main.left(${quote(column)}::varchar, 200) end as c${index}`,
  );
  return {
    sql:
      `with wanted as (select system.main.json_extract_string(each.value, '$') as value from system.main.json_each($1::varchar) as each) ` +
      `select distinct * from (select ${hits.join(', ')} from ` +
      `(select * from ${quoteName(relation, 'duckdb')} limit ${VALUE_SCAN_ROWS}) as first) as hits ` +
      `where ${anyHit(columns)} limit ${rows}`,
    parameters: [JSON.stringify(values)],
  };
}

export function showsExamples(type: string): boolean {
  return !/^(?:blob|bytea|binary|varbinary|image|bit|json|struct|map|union|geometry)|\]$/i.test(type);
}

export function holdsText(type: string): boolean {
  return /^(?:varchar|char|text|string|enum)/i.test(type) && !type.endsWith(']');
}
