import { quoteIdentifier, quoteName } from '@assay/sql';
import type { BuiltQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

const quote = (identifier: string): string => quoteIdentifier(identifier, 'sqlserver');

export function exampleText(column: string): string {
  return `left(convert(nvarchar(4000), ${column}), ${EXAMPLE_LENGTH + 1})`;
}

export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string => {
    const text = `lower(convert(nvarchar(4000), ${quote(column)}))`;
    const test = prefix ? `left(${text}, len(wanted.value)) = wanted.value` : `${text} = wanted.value`;
    return `exists (select 1 from openjson(@p1) as wanted where ${test} collate database_default)`;
  };
  const hits = columns.map(
    (column, index) => `case when ${condition(column)} then left(${quote(column)}, 200) end as c${index}`,
  );
  const found = `select top (${VALUE_SCAN_ROWS}) ${hits.join(', ')} from ${quoteName(relation, 'sqlserver')}`;
  return {
    sql: `select distinct top (${rows}) * from (${found}) as hits where ${anyHit(columns)}`,
    parameters: [JSON.stringify(values)],
  };
}

export function showsExamples(type: string): boolean {
  return !/^(binary|varbinary|image|timestamp|rowversion|xml|sql_variant|geometry|geography|hierarchyid)\b/.test(type);
}

export function holdsText(type: string): boolean {
  return /^n?(var)?char\b/.test(type);
}
