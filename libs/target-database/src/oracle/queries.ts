import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'oracle');

export function exampleText(column: string): string {
  return `substr(to_char(${column}), 1, ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const parameters: string[] = [];
  const bind = (value: string): string => `:${parameters.push(value)}`;
  const condition = (column: string): string =>
    values
      .map((value) => {
        const text = `lower(${quote(column)})`;
        return prefix ? `substr(${text}, 1, ${[...value].length}) = ${bind(value)}` : `${text} = ${bind(value)}`;
      })
      .join(' or ');
  const hits = columns.map(
    (column, index) => `case when ${condition(column)} then substr(${quote(column)}, 1, 200) end as c${index}`,
  );
  const found = `select ${hits.join(', ')} from ${quoteName(relation, 'oracle')} where rownum <= ${VALUE_SCAN_ROWS}`;
  return {
    sql: `select * from (select distinct * from (${found}) where ${anyHit(columns)}) where rownum <= ${rows}`,
    parameters,
  };
}

export function showsExamples(type: string): boolean {
  return /^(N?VARCHAR2?|N?CHAR|NUMBER|FLOAT|BINARY_(FLOAT|DOUBLE)|DATE|TIMESTAMP)\b/.test(type);
}

export function holdsText(type: string): boolean {
  return /^N?(VAR)?CHAR2?\b/.test(type);
}
