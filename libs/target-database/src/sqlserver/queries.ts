import type { BuiltQuery, Relation, SampleQuery, ValueQuery } from '../driver.js';
import { EXAMPLE_LENGTH, VALUE_SCAN_ROWS } from '../introspection/limits.js';
import { anyHit } from '../introspection/value-hits.js';

/** An identifier as SQL Server quotes it. */
export function quote(identifier: string): string {
  return `[${identifier.replaceAll(']', ']]')}]`;
}

function qualified({ schema, name }: Pick<Relation, 'schema' | 'name'>): string {
  return schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`;
}

/** First rows of some columns as text, cut one character after what is worth showing. */
export function sampleQuery({ relation, columns, rows }: SampleQuery): BuiltQuery {
  const texts = columns.map((column) => `left(convert(nvarchar(4000), ${quote(column)}), ${EXAMPLE_LENGTH + 1})`);
  const names = columns.map(quote).join(', ');
  return {
    sql: `select ${texts.join(', ')} from (select top (${rows}) ${names} from ${qualified(relation)}) as first_rows`,
    parameters: [],
  };
}

/** What the first rows of a table hold of the values, which travel as one JSON array; one column for each searched. */
export function valueQuery({ relation, columns, values, prefix, rows }: ValueQuery): BuiltQuery {
  const condition = (column: string): string => {
    const text = `lower(convert(nvarchar(4000), ${quote(column)}))`;
    const test = prefix ? `left(${text}, len(wanted.value)) = wanted.value` : `${text} = wanted.value`;
    return `exists (select 1 from openjson(@p1) as wanted where ${test} collate database_default)`;
  };
  const hits = columns.map(
    (column, index) => `case when ${condition(column)} then left(${quote(column)}, 200) end as c${index}`,
  );
  const found = `select top (${VALUE_SCAN_ROWS}) ${hits.join(', ')} from ${qualified(relation)}`;
  return {
    sql: `select distinct top (${rows}) * from (${found}) as hits where ${anyHit(columns)}`,
    parameters: [JSON.stringify(values)],
  };
}

/** First rows of a whole table. */
export function firstRowsSql(relation: Pick<Relation, 'schema' | 'name'>, rows: number): string {
  return `SELECT TOP (${rows}) * FROM ${qualified(relation)}`;
}

export function showsExamples(type: string): boolean {
  return !/^(binary|varbinary|image|timestamp|rowversion|xml|sql_variant|geometry|geography|hierarchyid)\b/.test(type);
}

export function holdsText(type: string): boolean {
  return /^n?(var)?char\b/.test(type);
}
