import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { formulaText, tablesOf } from '../formula.ts';
import type { TableName } from '../item.js';
import { rendered } from './dbt-references.ts';
import { DbtModel, templatesOf, type Computed } from './dbt-model.ts';

/** Keys that do not affect the computation. */
const IGNORED_KEYS =
  `name description label meta config tags group agg_time_dimension time_granularity create_metric hidden
  resource_type package_name path original_file_path unique_id fqn metadata unrendered_config sources depends_on refs
  metrics created_at docs doc_blocks`.split(/\s+/);

// The keys understood in each place. Any other key may change the computation: the metric gets no formula.
const MEASURE = new Set([...IGNORED_KEYS, 'agg', 'expr']);
const METRIC = new Set([...IGNORED_KEYS, 'type', 'filter', 'type_params']);
/** Manifests copy these into the parameters of metrics. */
const SIMPLE = new Set(['measure', 'input_measures', 'metric_aggregation_params', 'is_private']);
const OWN = new Set([...SIMPLE, 'expr']);
const RATIO = new Set(['numerator', 'denominator', 'input_measures', 'is_private']);
const DERIVED = new Set(['expr', 'metrics', 'input_metrics', 'input_measures', 'is_private']);
const PART = new Set(['name', 'alias', 'filter']);
const OWN_MEASURE = new Set([...MEASURE, 'type', 'filter']);
const OWN_RATIO = new Set([...METRIC, 'numerator', 'denominator']);
const AGGREGATION = new Set(['semantic_model', 'agg', 'expr', 'agg_time_dimension']);

interface Measure {
  node: DocumentNode;
  model: DbtModel;
}

interface Metric {
  node: DocumentNode;
  /** The model that contains it, which makes it its own measure (since dbt 1.12). */
  model: DbtModel | null;
  /** The measure that made it by `create_metric`. */
  measure: string | null;
}

/** Measures and metrics, as written before and since dbt 1.12. */
export class DbtSemantics {
  private readonly models = new Map<string, DbtModel>();
  private readonly measures = new Map<string, Measure>();
  private readonly metrics = new Map<string, Metric>();
  private readonly used = new Set<string>();

  private readonly collector: Collector;
  private readonly docs: ReadonlyMap<string, string>;

  constructor(collector: Collector, docs: ReadonlyMap<string, string>) {
    this.collector = collector;
    this.docs = docs;
  }

  addSemanticModel(node: DocumentNode, table: TableName): void {
    const model = new DbtModel(table);
    this.models.set(node.at('name').text() ?? '', model);
    model.addPrimaryEntity(node.at('primary_entity').text());
    addFields(model, node);
    for (const measure of node.at('measures').list()) {
      const name = measure.at('name').text();
      if (name === null) {
        this.collector.leave(`a measure of ${table.name}`, 'has no name');
        continue;
      }
      this.measures.set(name, { node: measure, model });
      if (measure.at('create_metric').value === true) this.addMetric(measure, null, name);
    }
  }

  /** dbt 1.12: columns are dimensions and entities. */
  addModel(node: DocumentNode, table: TableName): void {
    const model = new DbtModel(table);
    model.addPrimaryEntity(node.at('primary_entity').text());
    for (const column of node.at('columns').list()) {
      const name = column.at('name').text();
      for (const [key, add] of [
        ['dimension', model.addDimension.bind(model)],
        ['entity', model.addEntity.bind(model)],
      ] as const) {
        const part = column.at(key);
        if (part.isPresent) add(part.at('name').text() ?? name, name, part.text() ?? part.at('type').text());
      }
    }
    addFields(model, node.at('derived_semantics'));
    for (const metric of node.at('metrics').list()) this.addMetric(metric, model);
  }

  /** @param model null at top level */
  addMetric(node: DocumentNode, model: DbtModel | null, measure: string | null = null): void {
    const name = node.at('name').text();
    for (const used of [measure, ...measuresOf(node)]) if (used !== null) this.used.add(used);
    if (name === null) this.collector.leave('a metric', 'has no name');
    else if (this.metrics.has(name)) {
      if (measure === null) this.collector.leave(`metric ${name}`, 'the document defines one of the name before');
    } else this.metrics.set(name, { node, model, measure });
  }

  /** After all models; reports unused measures. */
  takeMetrics(): void {
    for (const [name, { node }] of this.metrics) {
      const computed = this.compute(name, new Set(), []);
      if (node.at('config', 'enabled').value === false) this.collector.leave(`metric ${name}`, 'is switched off');
      else this.takeMetric(name, node, computed);
    }
    for (const [name, { node, model }] of this.measures) {
      if (this.used.has(name)) continue;
      const computed = aggregated(node, model, []);
      this.collector.leave(`measure ${name}`, 'why' in computed ? computed.why : 'no metric is made of it');
    }
  }

  private takeMetric(name: string, node: DocumentNode, computed: Computed): void {
    const text =
      node.at('description').text() ??
      this.measures
        .get(measureOf(node) ?? '')
        ?.node.at('description')
        .text();
    const description = text === null || text === undefined ? null : rendered(text, this.docs);
    if (text && description === null)
      this.collector.leave(`description of metric ${name}`, 'is a template whose text is not in the document');
    const item = {
      kind: 'metric',
      name,
      synonyms: synonymsOf(node, name),
      text: description,
    } as const;
    if ('formula' in computed) {
      const { formula } = computed;
      this.collector.take({ ...item, expression: formulaText(formula), formula, tables: tablesOf(formula) });
      return;
    }
    // A partial formula would be wrong.
    const expression = derivedFrom(node);
    if (item.text === null && expression === null) return this.collector.leave(`metric ${name}`, computed.why);
    this.collector.take({ ...item, expression, formula: null, tables: [] });
    this.collector.leave(`computation of metric ${name}`, computed.why);
  }

  /** @param filters of the metrics that use it */
  private compute(name: string, open: ReadonlySet<string>, filters: readonly string[]): Computed {
    const metric = this.metrics.get(name);
    if (metric === undefined) return { why: `is made of ${name}, which is not in the document` };
    if (open.has(name)) return { why: 'is made of itself' };
    const { node, model, measure } = metric;
    const own = templatesOf(node.at('filter'));
    if (own === null) return { why: 'has a filter that is not read' };
    const all = [...own, ...filters];
    if (measure !== null) return this.measured(measure, all);
    const type = node.at('type').text() ?? 'simple';
    if (type === 'ratio') return this.ratio(node, new Set([...open, name]), all);
    if (type !== 'simple') {
      return { why: `is ${type}, which is not read` };
    }
    // Since dbt 1.12 a simple metric of a model is its own measure.
    if (model !== null && node.at('agg').isPresent) return aggregated(node, model, all, OWN_MEASURE);
    return this.simple(node, name, all);
  }

  private simple(node: DocumentNode, name: string, filters: readonly string[]): Computed {
    const params = node.at('type_params');
    const [measure, own] = [params.at('measure'), params.at('metric_aggregation_params')];
    const isOwn = !measure.isPresent && own.isPresent;
    const more = [...node.beside(METRIC), ...params.beside(isOwn ? OWN : SIMPLE)];
    if (measure.isObject) more.push(...measure.beside(PART));
    if (isOwn) {
      if (more.length > 0) return unread(more);
      const model = this.models.get(own.at('semantic_model').text() ?? '');
      if (model === undefined) return { why: 'does not say which semantic model it is of' };
      const parts = params.at('expr').isPresent && !own.at('expr').isPresent ? params.at('expr') : own.at('expr');
      return aggregated(own, model, filters, AGGREGATION, parts.text() ?? name);
    }
    const used = measureOf(node);
    if (used === null) return { why: 'does not say how it is computed' };
    if (more.length > 0) return unread(more);
    const templates = templatesOf(measure.at('filter'));
    return templates === null
      ? { why: 'has a filter that is not read' }
      : this.measured(used, [...templates, ...filters]);
  }

  private measured(name: string, filters: readonly string[]): Computed {
    const measure = this.measures.get(name);
    if (measure === undefined) return { why: `is made of ${name}, which is not in the document` };
    return aggregated(measure.node, measure.model, filters);
  }

  private ratio(node: DocumentNode, open: ReadonlySet<string>, filters: readonly string[]): Computed {
    const params = node.at('type_params');
    const more = [...node.beside(OWN_RATIO), ...params.beside(RATIO)];
    const sides: Computed[] = ['numerator', 'denominator'].map((side) => {
      const part = params.at(side).isPresent ? params.at(side) : node.at(side);
      if (part.isObject) more.push(...part.beside(PART));
      const templates = templatesOf(part.at('filter'));
      const name = part.text() ?? part.at('name').text();
      if (name === null) return { why: `has no ${side}` };
      return templates === null
        ? { why: `has a filter of its ${side} that is not read` }
        : this.compute(name, open, [...templates, ...filters]);
    });
    if (more.length > 0) return unread(more);
    const [numerator, denominator] = sides as [Computed, Computed];
    if ('why' in numerator) return numerator;
    if ('why' in denominator) return denominator;
    return { formula: { kind: 'ratio', numerator: numerator.formula, denominator: denominator.formula } };
  }
}

function addFields(model: DbtModel, node: DocumentNode): void {
  for (const part of node.at('entities').list())
    model.addEntity(part.at('name').text(), part.at('expr').text(), part.at('type').text());
  for (const part of node.at('dimensions').list())
    model.addDimension(part.at('name').text(), part.at('expr').text(), part.at('type').text());
}

function aggregated(
  node: DocumentNode,
  model: DbtModel,
  filters: readonly string[],
  understood: ReadonlySet<string> = MEASURE,
  expression: string = node.at('expr').text() ?? node.at('name').text() ?? '',
): Computed {
  const more = node.beside(understood);
  return more.length > 0 ? unread(more) : model.aggregate(node.at('agg').text(), expression, filters);
}

/** `revenue - cost, of revenue and food_cost as cost`. */
function derivedFrom(node: DocumentNode): string | null {
  const params = node.at('type_params').isPresent ? node.at('type_params') : node;
  const inputs = [...params.at('metrics').list(), ...params.at('input_metrics').list()];
  const more = [
    ...node.beside(new Set([...METRIC, ...DERIVED])),
    ...(params === node ? [] : params.beside(DERIVED)),
    ...inputs.flatMap((input) => (input.isObject ? input.beside(new Set(['name', 'alias'])) : [])),
  ];
  const expression = params.at('expr').text();
  const isWhole = node.at('type').text() === 'derived' && templatesOf(node.at('filter'))?.length === 0;
  if (!isWhole || expression === null || inputs.length === 0 || more.length > 0) return null;
  const names = inputs.map((input) => {
    const [name, alias] = [input.text() ?? input.at('name').text() ?? '', input.at('alias').text()];
    return alias === null ? name : `${name} as ${alias}`;
  });
  return `${expression}, of ${[...new Set(names)].join(' and ')}`;
}

function unread(keys: readonly string[]): Computed {
  return { why: `says ${[...new Set(keys)].join(' and ')}, which is not read` };
}

function measureOf(node: DocumentNode): string | null {
  const measure = node.at('type_params', 'measure');
  return measure.text() ?? measure.at('name').text();
}

function measuresOf(node: DocumentNode): (string | null)[] {
  const params = node.at('type_params');
  const conversion = params.at('conversion_type_params');
  const parts = [params.at('measure'), conversion.at('base_measure'), conversion.at('conversion_measure')];
  return parts.map((part) => part.text() ?? part.at('name').text());
}

function synonymsOf(node: DocumentNode, name: string): string[] {
  const meta = [node.at('meta', 'synonyms'), node.at('config', 'meta', 'synonyms')].flatMap((one) => one.texts());
  const names = [...(node.at('label').text() === null ? [] : [node.at('label').text() as string]), ...meta];
  return [...new Set(names)].filter((synonym) => synonym.toLowerCase() !== name.toLowerCase());
}
