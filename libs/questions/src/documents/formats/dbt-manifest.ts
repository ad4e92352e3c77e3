import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import type { TableName } from '../item.js';
import { leaveUnread, takeConstraints } from './dbt-constraints.ts';
import { referenced, tableOf, takeDescription } from './dbt-references.ts';
import { DbtSemantics } from './dbt-semantics.ts';
import { takeTest } from './dbt-tests.ts';

const TABLE_TYPES = new Set(['model', 'seed', 'snapshot', 'source']);

export function isDbtManifest(document: DocumentNode): boolean {
  const version = document.at('metadata', 'dbt_schema_version').text() ?? '';
  return version.includes('/manifest/') || (document.at('nodes').isObject && document.at('metadata').isObject);
}

/** Models, sources, tests, semantic models and metrics. */
export function readDbtManifest(document: DocumentNode, collector: Collector): void {
  const docs = new Map(
    document
      .at('docs')
      .fields()
      .map(([id, doc]) => [doc.at('name').text() ?? id, doc.at('block_contents').text() ?? ''] as const),
  );
  const nodes = [...document.at('nodes').fields(), ...document.at('sources').fields()];
  const byId = new Map<string, TableName>();
  const byName = new Map<string, TableName>();
  const modelTable = (name: string): TableName => byName.get(name) ?? { schema: null, name };
  const models: [DocumentNode, TableName][] = [];
  for (const [id, node] of nodes) {
    if (!TABLE_TYPES.has(typeOf(node, id))) continue;
    const table = tableOf(node);
    if (table === null) continue;
    byId.set(id, table);
    byName.set(node.at('name').text() ?? table.name, table);
    if (isTemporary(node)) collector.leave(`model ${table.name}`, 'is ephemeral: the database has no table of it');
    else models.push([node, table]);
  }
  for (const [node, table] of models) describe(node, table, { collector, docs, modelTable });
  for (const [id, node] of nodes) if (typeOf(node, id) === 'test') readTest(node, byId, collector, modelTable);
  const semantics = new DbtSemantics(collector, docs);
  for (const [, model] of document.at('semantic_models').fields()) {
    const table = semanticTable(model, modelTable);
    if (table === null)
      collector.leave(`semantic model ${model.at('name').text() ?? ''}`, 'does not say which model it is of');
    else semantics.addSemanticModel(model, table);
  }
  for (const [, metric] of document.at('metrics').fields()) semantics.addMetric(metric, null);
  semantics.takeMetrics();
  leaveUnread(document, collector);
}

function typeOf(node: DocumentNode, id: string): string {
  return node.at('resource_type').text() ?? id.split('.')[0] ?? '';
}

function isTemporary(node: DocumentNode): boolean {
  return node.at('config', 'materialized').text() === 'ephemeral';
}

function describe(
  node: DocumentNode,
  table: TableName,
  reading: { collector: Collector; docs: ReadonlyMap<string, string>; modelTable: (name: string) => TableName },
): void {
  takeDescription(node, table, null, reading);
  takeConstraints(node, table, null, reading);
  for (const [name, column] of node.at('columns').fields()) {
    const columnName = column.at('name').text() ?? name;
    takeDescription(column, table, columnName, reading);
    takeConstraints(column, table, columnName, reading);
  }
}

function readTest(
  node: DocumentNode,
  byId: ReadonlyMap<string, TableName>,
  collector: Collector,
  modelTable: (name: string) => TableName,
): void {
  const meta = node.at('test_metadata');
  const name = meta.at('name').text();
  const label = `test ${node.at('name').text() ?? ''}`;
  if (name === null) return collector.leave(label, 'is a query, not one of the kinds that are read');
  const given = meta.at('kwargs');
  const attached = node.at('attached_node').text();
  const model = referenced(given.at('model').text())?.name;
  const table =
    (attached === null ? undefined : byId.get(attached)) ?? (model === undefined ? undefined : modelTable(model));
  if (table === undefined) return collector.leave(label, 'does not say which model it is of');
  const column = node.at('column_name').text() ?? given.at('column_name').text();
  const namespace = meta.at('namespace').text();
  const test = {
    name: namespace === null ? name : `${namespace}.${name}`,
    table,
    column,
    given,
    config: node.at('config'),
  };
  takeTest(collector, test, modelTable);
}

function semanticTable(model: DocumentNode, modelTable: (name: string) => TableName): TableName | null {
  const relation = model.at('node_relation');
  const name = relation.at('alias').text();
  if (name !== null) return { schema: relation.at('schema_name').text(), name };
  const reference = referenced(model.at('model').text());
  return reference === null ? null : modelTable(reference.name);
}
