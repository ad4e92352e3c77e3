import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'clickhouse');

export function exampleText(column: string): string {
  return `substringUTF8(toString(${column}), 1, ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const hit = (column: string, alias: string): string => {
    const text = `toString(assay_scanned.${quote(column)})`;
    const found = prefix
      ? `arrayExists(assay_one -> startsWith(lowerUTF8(${text}), assay_one), assay_wanted)`
      : `has(assay_wanted, lowerUTF8(${text}))`;
    return `if(${found}, substringUTF8(${text}, 1, 200), null) as ${alias}`;
  };
  // An alias that is also a column of the table would hide it.
  const aliases = columns.map((_, index) => `assay_hit_${index}`);
  const hits = columns.map((column, index) => hit(column, aliases[index] ?? ''));
  const name = quoteName(relation, 'clickhouse');
  const found = `with JSONExtract({p1:String}, 'Array(String)') as assay_wanted
    select ${hits.join(', ')} from (select * from ${name} limit ${VALUE_SCAN_ROWS}) as assay_scanned`;
  return {
    sql: `select distinct * from (${found}) as hits where ${aliases.map((alias) => `${alias} is not null`).join(' or ')} limit ${rows}`,
    parameters: [JSON.stringify(values)],
  };
}

export function showsExamples(type: string): boolean {
  return /^(?:String|FixedString|Enum|U?Int\d|B?Float|Decimal|Date|Time|Bool|UUID|IPv)/.test(type);
}

export function holdsText(type: string): boolean {
  return /^(?:String|FixedString|Enum)/.test(type);
}
