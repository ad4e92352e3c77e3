import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

export const quote = (identifier: string): string => quoteIdentifier(identifier, 'postgres');

export function exampleText(column: string): string {
  return `pg_catalog.left(${column}::pg_catalog.text, ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const patterns = prefix ? values.map((value) => `${value.replace(/[\\%_]/g, '\\$&')}%`) : values;
  const condition = (column: string): string =>
    `pg_catalog.lower(${quote(column)}::pg_catalog.text) ${prefix ? 'like' : '='} any($1::pg_catalog.text[])`;
  const hits = columns.map(
    (column, index) =>
      `case when ${condition(column)} then pg_catalog.left(${quote(column)}::pg_catalog.text, 200) end as c${index}`,
  );
  return {
    sql:
      `select distinct * from (select ${hits.join(', ')} from ${quoteName(relation, 'postgres')} limit ${VALUE_SCAN_ROWS}) as hits ` +
      `where ${anyHit(columns)} limit ${rows}`,
    parameters: [arrayLiteral(patterns)],
  };
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

export function showsExamples(type: string): boolean {
  return !/^(bytea|jsonb?|xml|tsvector|tsquery|geometry|geography|vector|halfvec|raster|oid|point|line|lseg|box|path|polygon|circle)\b/.test(
    type,
  );
}

/** Text types, with citext; not enums, whose names are unknown here. */
export function holdsText(type: string): boolean {
  return /^(text|character|citext|name\b|"?char)/.test(type) && !type.endsWith(']');
}
