import type { ColumnSchema, DatabaseSchema, TableSchema } from '@assay/contracts';
import { tokenize } from '@assay/sql';
import { subjectOf, type KnowledgeItem, type LeftOut, type MetricFormula, type TableName } from '../item.js';

/** Items in the schema's spelling, and those whose names it lacks. */
export interface ResolvedKnowledge {
  items: KnowledgeItem[];
  leftOut: LeftOut[];
}

const EXPRESSION_WORDS = new Set(
  `and or not null true false case when then else end distinct is in like ilike between as cast over partition by order
  asc desc filter where interval extract year month day hour minute second quarter week epoch from for date timestamp
  time current_date current_timestamp int integer bigint numeric decimal float double precision real text varchar char
  boolean escape using at zone any all exists within group nulls first last rows range unbounded preceding following`.split(
    /\s+/,
  ),
);

/** Tables match by name; the schema only disambiguates: documents may describe another copy. */
export function resolveKnowledge(items: readonly KnowledgeItem[], schema: DatabaseSchema): ResolvedKnowledge {
  const names = new SchemaTables(schema);
  const resolved: ResolvedKnowledge = { items: [], leftOut: [] };
  for (const item of items) {
    try {
      resolved.items.push(resolve(item, names));
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      resolved.leftOut.push({ what: subjectOf(item), reason: error.message });
    }
  }
  return resolved;
}

class Unresolved extends Error {}

class SchemaTables {
  private readonly byName: ReadonlyMap<string, TableSchema[]>;
  private readonly byPlace: ReadonlyMap<string, TableSchema[]>;
  private readonly columns = new Map<TableSchema, ReadonlyMap<string, ColumnSchema[]>>();

  constructor({ tables }: DatabaseSchema) {
    this.byName = Map.groupBy(tables, ({ name }) => name.toLowerCase());
    this.byPlace = Map.groupBy(tables, placeKey);
  }

  table({ schema, name }: TableName): TableSchema {
    const same = this.byName.get(name.toLowerCase()) ?? [];
    const [only] = same.length === 1 ? same : (this.byPlace.get(placeKey({ schema, name })) ?? []);
    if (only !== undefined) return only;
    throw new Unresolved(
      same.length === 0 ? `the database has no table ${name}` : `several tables of the database are called ${name}`,
    );
  }

  column(table: TableSchema, name: string): string {
    const byName = this.columns.get(table) ?? Map.groupBy(table.columns, (column) => column.name.toLowerCase());
    this.columns.set(table, byName);
    const same = byName.get(name.toLowerCase()) ?? [];
    const column = same.find((one) => one.name === name) ?? same[0];
    if (column === undefined) throw new Unresolved(`the table ${table.name} has no column ${name}`);
    return column.name;
  }
}

function resolve(item: KnowledgeItem, names: SchemaTables): KnowledgeItem {
  if (item.kind === 'metric') {
    const tables = item.tables.map((table) => nameOf(names.table(table)));
    return { ...item, tables, formula: item.formula === null ? null : resolveFormula(item.formula, names) };
  }
  if (item.kind === 'term' && item.table === null) return item;
  const table = names.table(item.table as TableName);
  const columns = (list: readonly string[]): string[] => list.map((name) => names.column(table, name));
  const known = { table: nameOf(table) };
  switch (item.kind) {
    case 'term':
    case 'description':
      return { ...item, ...known, column: item.column === null ? null : names.column(table, item.column) };
    case 'not-null':
    case 'accepted-values':
      return { ...item, ...known, column: names.column(table, item.column) };
    case 'unique':
      return { ...item, ...known, columns: columns(item.columns) };
    case 'relationship': {
      const to = names.table(item.to);
      const toColumns = item.toColumns.map((name) => names.column(to, name));
      return { ...item, ...known, columns: columns(item.columns), to: nameOf(to), toColumns };
    }
  }
}

function resolveFormula(formula: MetricFormula, names: SchemaTables): MetricFormula {
  if (formula.kind === 'ratio') {
    const { numerator, denominator } = formula;
    return { ...formula, numerator: resolveFormula(numerator, names), denominator: resolveFormula(denominator, names) };
  }
  const table = names.table(formula.table);
  for (const expression of [formula.expression, ...formula.filters]) {
    for (const column of columnsIn(expression, formula.alias)) names.column(table, column);
  }
  return { ...formula, table: nameOf(table) };
}

function columnsIn(expression: string, alias: string): string[] {
  const { tokens } = tokenize(expression, 'postgres');
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' && token.kind !== 'quoted') return [];
    const [before, behind] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
    const name = token.kind === 'quoted' ? token.text.slice(1, -1) : token.text;
    if (behind === '(' || behind === '.' || before === '::') return [];
    if (before === '.') return tokens[index - 2]?.text.toLowerCase() === alias.toLowerCase() ? [name] : [];
    return token.kind === 'word' && EXPRESSION_WORDS.has(name.toLowerCase()) ? [] : [name];
  });
}

function placeKey({ schema, name }: TableName): string {
  return JSON.stringify([schema?.toLowerCase() ?? null, name.toLowerCase()]);
}

function nameOf({ schema, name }: TableSchema): TableName {
  return { schema, name };
}
