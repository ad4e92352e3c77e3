import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'clickhouse');

export function exampleText(column: string): string {
  return `substringUTF8(toString(${column}), 1, ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string => {
    const text = `lowerUTF8(toString(${quote(column)}))`;
    return prefix ? `arrayExists(value -> startsWith(${text}, value), wanted)` : `has(wanted, ${text})`;
  };
  const hits = columns.map(
    (column, index) => `if(${condition(column)}, substringUTF8(toString(${quote(column)}), 1, 200), null) as c${index}`,
  );
  const name = quoteName(relation, 'clickhouse');
  const found = `with JSONExtract({p1:String}, 'Array(String)') as wanted
    select ${hits.join(', ')} from (select * from ${name} limit ${VALUE_SCAN_ROWS}) as scanned`;
  return {
    sql: `select distinct * from (${found}) as hits where ${anyHit(columns)} limit ${rows}`,
    parameters: [JSON.stringify(values)],
  };
}

export function showsExamples(type: string): boolean {
  return /^(?:String|FixedString|Enum|U?Int\d|B?Float|Decimal|Date|Time|Bool|UUID|IPv)/.test(type);
}

export function holdsText(type: string): boolean {
  return /^(?:String|FixedString|Enum)/.test(type);
}
