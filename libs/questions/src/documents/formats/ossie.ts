import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { LogicalTables, tableOfPath, type FieldWords } from './logical-tables.ts';

/** Dialects whose expressions are read; others are not SQL or too specific. */
const READ_DIALECTS = ['ANSI_SQL', 'SNOWFLAKE', 'DATABRICKS', 'BIGQUERY'];

const DATASET = new Set(['name', 'source', 'primary_key', 'unique_keys', 'description', 'ai_context', 'fields']);
const METRIC = new Set(['name', 'expression', 'description', 'ai_context']);
const EXPRESSION = new Set(['dialects']);

/** Apache Ossie (Open Semantic Interchange). */
export function isOssie(document: DocumentNode): boolean {
  return modelsOf(document).some((model) => model.at('datasets').isList);
}

export function readOssie(document: DocumentNode, collector: Collector): void {
  for (const model of modelsOf(document)) readModel(model, collector);
}

function modelsOf(document: DocumentNode): DocumentNode[] {
  const model = document.at('semantic_model');
  if (model.isList) return model.list();
  return [model.isObject ? model : document];
}

function readModel(model: DocumentNode, collector: Collector): void {
  const tables = new LogicalTables(collector);
  for (const dataset of model.at('datasets').list()) readDataset(dataset, tables, collector);
  for (const relation of model.at('relationships').list()) {
    const what = `relationship ${relation.at('name').text() ?? ''}`;
    const from = { table: relation.at('from').text(), columns: relation.at('from_columns').texts() };
    tables.addRelationship(what, from, { table: relation.at('to').text(), columns: relation.at('to_columns').texts() });
  }
  for (const metric of model.at('metrics').list()) {
    const name = metric.at('name').text();
    const expression = expressionOf(metric.at('expression'));
    if (name === null || expression === null) {
      collector.leave(`metric ${name ?? ''}`, 'has no name, or no expression in SQL');
      continue;
    }
    const unread = [...metric.beside(METRIC), ...metric.at('expression').beside(EXPRESSION)];
    tables.takeMetric({ name, ...wordsOf(metric), expression, own: null, unread, isDerived: false });
  }
}

function readDataset(dataset: DocumentNode, tables: LogicalTables, collector: Collector): void {
  const name = dataset.at('name').text();
  const source = dataset.at('source').text();
  const table = source === null ? null : tableOfPath(source);
  if (name === null || table === null) {
    return collector.leave(`dataset ${name ?? ''}`, source === null ? 'names no source' : 'is a query, not a table');
  }
  tables.add(name, table, dataset.beside(DATASET));
  const { text, synonyms } = wordsOf(dataset);
  if (text !== null) collector.take({ kind: 'description', table, column: null, text });
  const names = name.toLowerCase() === table.name.toLowerCase() ? synonyms : [name, ...synonyms];
  tables.addTerm(names, table, null);
  for (const field of dataset.at('fields').list()) {
    const fieldName = field.at('name').text();
    if (fieldName === null) collector.leave(`a field of ${name}`, 'has no name');
    else tables.addField(name, fieldName, expressionOf(field.at('expression')), wordsOf(field));
  }
  const keys = [
    dataset.at('primary_key').texts(),
    ...dataset
      .at('unique_keys')
      .list()
      .map((key) => key.texts()),
  ];
  for (const key of keys.filter((columns) => columns.length > 0)) {
    const columns = key.map((column) => tables.columnOf(name, column));
    if (columns.includes(null)) collector.leave(`key of ${name}`, 'has a computed field');
    else collector.take({ kind: 'unique', table, columns: columns as string[] });
  }
}

function expressionOf(expression: DocumentNode): string | null {
  const dialects = expression.at('dialects').list();
  const written = READ_DIALECTS.map((name) => dialects.find((one) => one.at('dialect').text() === name));
  return (
    expression.text() ??
    written
      .find((one) => one !== undefined)
      ?.at('expression')
      .text() ??
    null
  );
}

function wordsOf(node: DocumentNode): FieldWords {
  const context = node.at('ai_context');
  const texts = [node.at('description').text(), context.text() ?? context.at('instructions').text()];
  return { text: texts.filter(Boolean).join(' ') || null, synonyms: context.at('synonyms').texts() };
}
