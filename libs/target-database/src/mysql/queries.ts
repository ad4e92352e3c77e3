import { quoteIdentifier } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'mysql');

/** A hex literal: no mode of the server changes how it is read. */
function literal(text: string): string {
  return text === '' ? "''" : `_utf8mb4 0x${Buffer.from(text, 'utf8').toString('hex')}`;
}

export function exampleText(column: string): string {
  return `left(cast(${column} as char), ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string => {
    const text = `lower(convert(${quote(column)} using utf8mb4))`;
    if (!prefix) return `${text} in (${values.map(literal).join(', ')})`;
    return values.map((value) => `left(${text}, ${[...value].length}) = ${literal(value)}`).join(' or ');
  };
  const hits = columns.map(
    (column, index) => `case when ${condition(column)} then left(${quote(column)}, 200) end as c${index}`,
  );
  return {
    sql:
      `select distinct * from (select ${hits.join(', ')} from ${quote(relation.name)} limit ${VALUE_SCAN_ROWS}) as hits ` +
      `where ${anyHit(columns)} limit ${rows}`,
    parameters: [],
  };
}

export function showsExamples(type: string): boolean {
  return !/^(.*blob|.*binary|json|bit|geometry|.*point|.*linestring|.*polygon|geometrycollection|vector)\b/.test(type);
}

export function holdsText(type: string): boolean {
  return /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/.test(type);
}
