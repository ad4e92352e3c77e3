import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { filtered, formulaText, tablesOf } from '../formula.js';
import type { MetricFormula, TableName } from '../item.js';

interface Measured {
  formula: MetricFormula;
  label: string | null;
}

/** Semantic models and metrics of dbt, of the specification before 1.12 and of the one since. */
export class DbtSemantics {
  private readonly measures = new Map<string, Measured>();
  /** Expressions of dimensions and entities, by table. */
  private readonly dimensions = new Map<string, Map<string, string>>();
  private readonly metrics = new Map<string, { node: DocumentNode; table: TableName | null }>();

  constructor(private readonly collector: Collector) {}

  /** A semantic model that names its entities, dimensions and measures. */
  addSemanticModel(model: DocumentNode, table: TableName): void {
    for (const part of [...model.at('entities').list(), ...model.at('dimensions').list()]) {
      this.addDimension(table, part.at('name').text(), part.at('expr').text());
    }
    for (const measure of model.at('measures').list()) {
      const name = measure.at('name').text();
      if (name === null) continue;
      const formula = aggregate(table, measure.at('agg').text(), measure.at('expr').text() ?? name);
      if (formula === null) {
        this.collector.leave(
          `measure ${name}`,
          `aggregates by ${measure.at('agg').text() ?? 'nothing'}, which is not read`,
        );
        continue;
      }
      this.measures.set(name, { formula, label: measure.at('description').text() });
      if (measure.at('create_metric').value === true) this.addMetric(measure, null);
    }
  }

  /** A column of a model that is a dimension or an entity. */
  addDimension(table: TableName, name: string | null, expression: string | null): void {
    if (name === null) return;
    const known = this.dimensions.get(keyOf(table)) ?? new Map<string, string>();
    known.set(name, expression ?? name);
    this.dimensions.set(keyOf(table), known);
  }

  /** @param table of the model that the metric is defined in; null where it stands alone */
  addMetric(node: DocumentNode, table: TableName | null): void {
    const name = node.at('name').text();
    if (name !== null && !this.metrics.has(name)) this.metrics.set(name, { node, table });
  }

  /** Takes every metric, once all models are known. */
  takeMetrics(): void {
    for (const [name, { node }] of this.metrics) {
      if (node.at('config', 'enabled').value === false) {
        this.collector.leave(`metric ${name}`, 'is switched off');
        continue;
      }
      const formula = this.formulaOf(name, new Set());
      const expression = formula === null ? expressionOf(node) : formulaText(formula);
      if (expression === null) {
        this.collector.leave(`metric ${name}`, 'does not say how it is computed');
        continue;
      }
      this.collector.take({
        kind: 'metric',
        name,
        synonyms: synonymsOf(node, name),
        text: node.at('description').text() ?? this.measures.get(measureOf(node) ?? '')?.label ?? null,
        expression,
        formula,
        tables: formula === null ? [] : tablesOf(formula),
      });
    }
  }

  /** Null where the metric needs more than this library computes. */
  private formulaOf(name: string, open: ReadonlySet<string>): MetricFormula | null {
    const metric = this.metrics.get(name);
    if (metric === undefined || open.has(name)) return null;
    const { node } = metric;
    const within = new Set([...open, name]);
    const type = node.at('type').text();
    const base =
      type === 'ratio' ? this.ratio(node, within) : type === null || type === 'simple' ? this.simple(metric) : null;
    return base === null ? null : this.withFilter(base, node.at('filter'));
  }

  private simple({ node, table }: { node: DocumentNode; table: TableName | null }): MetricFormula | null {
    // since 1.12 a simple metric of a model is its own measure
    const [agg, own] = [node.at('agg').text(), node.at('type_params', 'metric_aggregation_params')];
    if (agg !== null && table !== null)
      return aggregate(table, agg, node.at('expr').text() ?? node.at('name').text() ?? '');
    const measure = measureOf(node) ?? (own.isPresent ? null : node.at('name').text());
    const known = this.measures.get(measure ?? '');
    if (known === undefined) return null;
    return this.withFilter(known.formula, node.at('type_params', 'measure', 'filter'));
  }

  private ratio(node: DocumentNode, open: ReadonlySet<string>): MetricFormula | null {
    const [numerator, denominator] = ['numerator', 'denominator'].map((side) => {
      const part = node.at('type_params', side).isPresent ? node.at('type_params', side) : node.at(side);
      const formula = this.formulaOf(part.text() ?? part.at('name').text() ?? '', open);
      return formula === null ? null : this.withFilter(formula, part.at('filter'));
    });
    return numerator && denominator ? { kind: 'ratio', numerator, denominator } : null;
  }

  private withFilter(formula: MetricFormula, filter: DocumentNode): MetricFormula | null {
    const templates = filter.at('where_filters').isPresent
      ? filter
          .at('where_filters')
          .list()
          .flatMap((one) => one.at('where_sql_template').text() ?? [])
      : filter.texts();
    if (templates.length === 0) return formula;
    const tables = new Set(tablesOf(formula).map(keyOf));
    const known = tables.size === 1 ? this.dimensions.get([...tables][0] ?? '') : undefined;
    const conditions = templates.map((template) => conditionOf(template, known ?? new Map<string, string>()));
    return conditions.includes(null) ? null : filtered(formula, conditions as string[]);
  }
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

function aggregate(table: TableName, agg: string | null, expression: string): MetricFormula | null {
  const write = Object.hasOwn(AGGREGATES, agg ?? '') ? AGGREGATES[agg ?? ''] : undefined;
  if (write === undefined || expression === '' || expression.includes('{')) return null;
  return { kind: 'aggregate', table, alias: table.name, expression: write(expression), filters: [] };
}

/** A filter with the columns in place of its templates; null where it names what the table has not. */
function conditionOf(template: string, dimensions: ReadonlyMap<string, string>): string | null {
  const condition = template.replace(
    /\{\{\s*(?:Time)?(?:Dimension|Entity)\(\s*['"]([^'"]+)['"][^)]*\)\s*\}\}/g,
    (whole: string, name: string) => dimensions.get(name.split('__').at(-1) ?? '') ?? whole,
  );
  return condition.includes('{') ? null : condition.replace(/\s+/g, ' ').trim();
}

function measureOf(node: DocumentNode): string | null {
  const measure = node.at('type_params', 'measure');
  return measure.text() ?? measure.at('name').text();
}

/** How a metric that is not computed here is computed, in the document's words. */
function expressionOf(node: DocumentNode): string | null {
  const type = node.at('type').text();
  const params = node.at('type_params').isPresent ? node.at('type_params') : node;
  const inputs = ['metrics', 'input_metrics'].flatMap((key) =>
    params
      .at(key)
      .list()
      .flatMap((one) => one.text() ?? one.at('name').text() ?? []),
  );
  const expression = params.at('expr').text();
  if (expression !== null)
    return inputs.length === 0 ? expression : `${expression} of ${[...new Set(inputs)].join(', ')}`;
  const measure = measureOf(node) ?? params.at('input_metric').text() ?? params.at('input_metric', 'name').text();
  if (measure !== null) return `${type ?? 'simple'} of ${measure}`;
  return inputs.length === 0 ? null : `${type ?? 'derived'} of ${inputs.join(', ')}`;
}

function synonymsOf(node: DocumentNode, name: string): string[] {
  const meta = [node.at('meta', 'synonyms'), node.at('config', 'meta', 'synonyms')].flatMap((one) => one.texts());
  const names = [...(node.at('label').text() === null ? [] : [node.at('label').text() as string]), ...meta];
  return [...new Set(names)].filter((synonym) => synonym.toLowerCase() !== name.toLowerCase());
}

function keyOf({ schema, name }: TableName): string {
  return JSON.stringify([schema, name]);
}
