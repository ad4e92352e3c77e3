import type { DocumentNode } from '../document/document-node.js';
import type { MetricFormula, TableName } from '../item.js';

/** A metric's formula, or why it cannot be translated exactly. */
export type Computed = { formula: MetricFormula } | { why: string };

interface Field {
  expression: string;
  /** Filters truncate it to a granularity. */
  isTime: boolean;
}

const AGGREGATES: Readonly<Record<string, (expression: string) => string>> = {
  sum: (expression) => `SUM(${expression})`,
  average: (expression) => `AVG(${expression})`,
  avg: (expression) => `AVG(${expression})`,
  min: (expression) => `MIN(${expression})`,
  max: (expression) => `MAX(${expression})`,
  count: (expression) => (/^(?:1|\*)$/.test(expression) ? 'COUNT(*)' : `COUNT(${expression})`),
  count_distinct: (expression) => `COUNT(DISTINCT ${expression})`,
  sum_boolean: (expression) => `SUM(CASE WHEN ${expression} THEN 1 ELSE 0 END)`,
};

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u;
const SHOWN = 200;
const FIELD = /\{\{\s*(Dimension|TimeDimension|Entity)\(\s*(?:'([^']+)'|"([^"]+)")\s*\)\s*\}\}/g;

export class DbtModel {
  private readonly fields = new Map<string, Field>();
  private readonly entities = new Map<string, string>();
  private readonly primary = new Set<string>();

  readonly table: TableName;

  constructor(table: TableName) {
    this.table = table;
  }

  addDimension(name: string | null, expression: string | null, type: string | null): void {
    if (name !== null) this.fields.set(name, { expression: expression ?? name, isTime: type === 'time' });
  }

  addEntity(name: string | null, expression: string | null, type: string | null): void {
    if (name === null) return;
    this.entities.set(name, expression ?? name);
    if (type === 'primary') this.addPrimaryEntity(name);
  }

  /** Names this table in filters; other entities name other tables. */
  addPrimaryEntity(name: string | null): void {
    if (name !== null) this.primary.add(name);
  }

  /** An aggregate over the rows that meet all filters. */
  aggregate(agg: string | null, expression: string, filters: readonly string[]): Computed {
    const write = Object.hasOwn(AGGREGATES, agg ?? '') ? AGGREGATES[agg ?? ''] : undefined;
    if (write === undefined) return { why: `aggregates by ${agg ?? 'nothing'}, which is not read` };
    if (expression === '' || expression.includes('{')) return { why: 'is of an expression that is a template' };
    const conditions: string[] = [];
    for (const filter of filters) {
      const read = this.condition(filter);
      if ('why' in read) return read;
      conditions.push(read.condition);
    }
    const { table } = this;
    const formula = { table, alias: table.name, expression: write(expression), filters: conditions };
    return { formula: { kind: 'aggregate', ...formula } };
  }

  private condition(template: string): { condition: string } | { why: string } {
    const unknown: string[] = [];
    const condition = template.replace(FIELD, (whole: string, kind: string, single?: string, double?: string) => {
      const name = single ?? double ?? '';
      const expression = kind === 'Entity' ? this.entityOf(name) : this.dimensionOf(name);
      if (expression === null) unknown.push(name);
      return expression === null ? whole : PLAIN_NAME.test(expression) ? expression : `(${expression})`;
    });
    if (unknown.length > 0)
      return { why: `filters by ${unknown.join(' and ')}, which is no plain field of ${this.table.name}` };
    if (condition.includes('{')) return { why: `filters by ${template.trim().slice(0, SHOWN)}, which is not read` };
    return { condition: condition.replace(/\s+/g, ' ').trim() };
  }

  private entityOf(path: string): string | null {
    const own = this.ownName(path);
    return this.entities.get(path) ?? (own === null ? null : (this.entities.get(own) ?? null));
  }

  private dimensionOf(path: string): string | null {
    const own = this.ownName(path);
    const field = own === null ? undefined : this.fields.get(own);
    return field === undefined || field.isTime || field.expression.includes('{') ? null : field.expression;
  }

  private ownName(path: string): string | null {
    const [entity = '', name, ...more] = path.split('__');
    return name !== undefined && more.length === 0 && this.primary.has(entity) ? name : null;
  }
}

/** Null if the shape is not supported. */
export function templatesOf(filter: DocumentNode): string[] | null {
  if (filter.isEmptyNode) return [];
  const single = filter.text();
  if (single !== null) return [single];
  const list = filter.isList ? filter.list() : filter.at('where_filters').list();
  const templates = list.map((one) => one.text() ?? one.at('where_sql_template').text());
  const isRead = templates.length > 0 && filter.beside(new Set(['where_filters'])).length === 0;
  return (isRead || filter.isList) && !templates.includes(null) ? (templates as string[]) : null;
}
