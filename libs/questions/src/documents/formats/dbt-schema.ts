import type { Collector } from '../document/collector.js';
import { DocumentNode } from '../document/document-node.ts';
import type { TableName } from '../item.js';
import { leaveUnread, takeConstraints } from './dbt-constraints.ts';
import { referenced, tableOf, takeDescription } from './dbt-references.ts';
import { DbtSemantics } from './dbt-semantics.ts';
import { takeTest } from './dbt-tests.ts';

/** Doc blocks are in separate files. */
const NO_DOCS: ReadonlyMap<string, string> = new Map();

const MODEL_LISTS = ['models', 'seeds', 'snapshots'];

export function isDbtSchema(document: DocumentNode): boolean {
  const lists = [...MODEL_LISTS, 'sources', 'semantic_models', 'metrics'];
  return (
    document.at('version').text() === '2' ||
    (lists.some((key) => document.at(key).isList) && !document.at('tables').isList)
  );
}

/** `schema.yml`: descriptions, tests and constraints of models and sources, semantic models and metrics. */
export function readDbtSchema(document: DocumentNode, collector: Collector): void {
  const models = MODEL_LISTS.flatMap((key) => document.at(key).list());
  const tables = new Map<string, TableName>();
  for (const model of models) {
    const [name, table] = [model.at('name').text(), tableOf(model)];
    if (name !== null && table !== null) tables.set(name, table);
  }
  const modelTable = (name: string): TableName => tables.get(name) ?? { schema: null, name };
  const semantics = new DbtSemantics(collector, NO_DOCS);
  const reading = { collector, semantics, modelTable, docs: NO_DOCS };
  for (const model of models) readModel(model, tableOf(model), reading);
  for (const source of document.at('sources').list()) {
    const schema = source.at('schema').text() ?? source.at('name').text();
    for (const table of source.at('tables').list()) {
      readModel(table, tableOf(table, schema), reading);
    }
  }
  for (const model of document.at('semantic_models').list()) {
    const name = referenced(model.at('model').text())?.name ?? null;
    if (name === null)
      collector.leave(`semantic model ${model.at('name').text() ?? ''}`, 'does not say which model it is of');
    else semantics.addSemanticModel(model, modelTable(name));
  }
  for (const metric of document.at('metrics').list()) semantics.addMetric(metric, null);
  semantics.takeMetrics();
  leaveUnread(document, collector);
}

interface Reading {
  collector: Collector;
  semantics: DbtSemantics;
  modelTable: (name: string) => TableName;
  docs: ReadonlyMap<string, string>;
}

function readModel(model: DocumentNode, table: TableName | null, reading: Reading): void {
  const { collector, semantics } = reading;
  if (table === null) return collector.leave('a model', 'has no name');
  takeDescription(model, table, null, reading);
  takeConstraints(model, table, null, reading);
  for (const version of model.at('versions').list()) {
    const name = version.at('v').text() ?? version.at('name').text() ?? '';
    collector.leave(`version ${name} of ${table.name}`, 'is a separate table, which is not read');
  }
  readTests(model, table, null, reading);
  for (const column of model.at('columns').list()) readColumn(column, table, reading);
  semantics.addModel(model, table);
}

function readColumn(node: DocumentNode, table: TableName, reading: Reading): void {
  const column = node.at('name').text();
  if (column === null) return reading.collector.leave(`a column of ${table.name}`, 'has no name');
  takeDescription(node, table, column, reading);
  takeConstraints(node, table, column, reading);
  readTests(node, table, column, reading);
}

function readTests(node: DocumentNode, table: TableName, column: string | null, reading: Reading): void {
  const tests = [...node.at('tests').list(), ...node.at('data_tests').list()];
  for (const test of tests) {
    const [given] = test.fields();
    const name = test.text() ?? test.at('test_name').text() ?? given?.[0] ?? null;
    if (name === null) continue;
    const body = test.at('test_name').isPresent || given === undefined ? test : given[1];
    // Since dbt 1.10 test parameters are under `arguments`.
    const parts = new DocumentNode({ ...fieldsOf(body), ...fieldsOf(body.at('arguments')) });
    takeTest(reading.collector, { name, table, column, given: parts, config: body.at('config') }, reading.modelTable);
  }
}

function fieldsOf(node: DocumentNode): Record<string, unknown> {
  return Object.fromEntries(node.fields().map(([key, { value }]) => [key, value]));
}
