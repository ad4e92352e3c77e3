import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { LogicalTables, tableOfParts, tableOfPath, type FieldWords } from './logical-tables.ts';

const NAMES = ['name', 'properties', 'description', 'displayName', 'display_name'];
const KEPT = ['cached', 'refreshTime', 'refresh_time'];
/** Supported fields of models, of metrics and cubes, and of measures. */
const MODEL = new Set([
  ...[...NAMES, ...KEPT, 'tableReference', 'table_reference', 'columns', 'primaryKey', 'primary_key'],
]);
const METRIC = new Set([
  ...[...NAMES, ...KEPT, 'baseObject', 'base_object', 'measure', 'measures', 'dimension', 'dimensions'],
  ...['timeGrain', 'time_grain', 'timeDimensions', 'time_dimensions', 'hierarchies'],
]);
const MEASURE = new Set([...NAMES, 'type', 'expression', 'notNull', 'not_null']);

/** WrenAI's MDL: `mdl.json` or its YAML parts. */
export function isWren(document: DocumentNode): boolean {
  return document
    .at('models')
    .list()
    .some((model) =>
      ['tableReference', 'table_reference', 'refSql', 'ref_sql', 'baseObject'].some((key) => model.at(key).isPresent),
    );
}

export function readWren(document: DocumentNode, collector: Collector): void {
  const tables = new LogicalTables(collector);
  const enums = new Map(
    document
      .at('enumDefinitions')
      .list()
      .map((one) => [one.at('name').text(), one] as const),
  );
  for (const model of document.at('models').list()) readModel(model, { tables, enums, collector });
  for (const relation of document.at('relationships').list()) readRelationship(relation, tables, collector);
  for (const metric of document.at('metrics').list())
    readMeasures(metric, either(metric, 'measure', 'measures'), tables, collector);
  for (const cube of document.at('cubes').list()) readMeasures(cube, cube.at('measures'), tables, collector);
  for (const view of document.at('views').list()) {
    collector.leave(`view ${view.at('name').text() ?? ''}`, 'is a query of another engine, not of the database');
  }
}

interface Reading {
  tables: LogicalTables;
  enums: ReadonlyMap<string | null, DocumentNode>;
  collector: Collector;
}

function readModel(model: DocumentNode, { tables, enums, collector }: Reading): void {
  const name = model.at('name').text();
  const reference = either(model, 'tableReference', 'table_reference');
  const table = tableOfParts(reference) ?? tableOfPath(reference.text() ?? '');
  if (name === null || table === null) return collector.leave(`model ${name ?? ''}`, 'is a query, not a table');
  tables.add(name, table, model.beside(MODEL));
  const { text, synonyms } = wordsOf(model);
  if (text !== null) collector.take({ kind: 'description', table, column: null, text });
  tables.addTerm(name.toLowerCase() === table.name.toLowerCase() ? synonyms : [name, ...synonyms], table, null);
  for (const column of model.at('columns').list()) {
    const columnName = column.at('name').text();
    if (columnName === null) {
      collector.leave(`a column of ${name}`, 'has no name');
      continue;
    }
    if (column.at('relationship').isPresent) continue;
    tables.addField(name, columnName, column.at('expression').text(), wordsOf(column));
    const physical = tables.columnOf(name, columnName);
    if (physical === null) continue;
    if (either(column, 'notNull', 'not_null').value === true)
      collector.take({ kind: 'not-null', table, column: physical });
    const values = enums
      .get(column.at('enum').text())
      ?.at('values')
      .list()
      .flatMap((value) => value.text() ?? value.at('value').text() ?? value.at('name').text() ?? []);
    if (column.at('enum').isPresent && values !== undefined && values.length > 0)
      collector.take({ kind: 'accepted-values', table, column: physical, values });
  }
  const key = either(model, 'primaryKey', 'primary_key').text();
  const keyColumn = key === null ? null : tables.columnOf(name, key);
  if (keyColumn !== null) collector.take({ kind: 'unique', table, columns: [keyColumn] });
}

function readRelationship(relation: DocumentNode, tables: LogicalTables, collector: Collector): void {
  const what = `relationship ${relation.at('name').text() ?? ''}`;
  const condition = relation.at('condition').text() ?? '';
  const sides = /^\s*"?(\w+)"?\."?(\w+)"?\s*=\s*"?(\w+)"?\."?(\w+)"?\s*$/u.exec(condition);
  if (sides === null) return collector.leave(what, 'joins by more than one pair of columns');
  const [, leftTable = '', leftColumn = '', rightTable = '', rightColumn = ''] = sides;
  const type = either(relation, 'joinType', 'join_type').text()?.toUpperCase() ?? '';
  const [left, right] = [
    { table: leftTable, columns: [leftColumn] },
    { table: rightTable, columns: [rightColumn] },
  ];
  const first = relation.at('models').texts()[0]?.toLowerCase() ?? leftTable.toLowerCase();
  const [one, other] = leftTable.toLowerCase() === first ? [left, right] : [right, left];
  if (type === 'MANY_TO_ONE' || type === 'ONE_TO_ONE') return tables.addRelationship(what, one, other);
  if (type === 'ONE_TO_MANY') return tables.addRelationship(what, other, one);
  collector.leave(what, `is ${type === '' ? 'of an unknown kind' : type}: no side holds a key of the other`);
}

function readMeasures(node: DocumentNode, measures: DocumentNode, tables: LogicalTables, collector: Collector): void {
  const base = either(node, 'baseObject', 'base_object').text();
  const names = new Set(measures.list().flatMap((measure) => measure.at('name').text()?.toLowerCase() ?? []));
  for (const measure of measures.list()) {
    const [name, expression] = [measure.at('name').text(), measure.at('expression').text()];
    if (name === null || expression === null) {
      collector.leave(`measure ${name ?? ''}`, 'has no name, or no expression');
      continue;
    }
    const own = wordsOf(measure);
    const text = own.text ?? (measures.list().length === 1 ? wordsOf(node).text : null);
    // A measure may use other measures.
    const isDerived = (expression.toLowerCase().match(/\w+/g) ?? []).some(
      (word) => names.has(word) && word !== name.toLowerCase(),
    );
    const unread = [...node.beside(METRIC), ...measure.beside(MEASURE)];
    tables.takeMetric({ name, synonyms: own.synonyms, text, expression, own: base, unread, isDerived });
  }
}

function wordsOf(node: DocumentNode): FieldWords {
  const properties = node.at('properties');
  const label = node.at('displayName').text() ?? properties.at('displayName').text() ?? node.at('display_name').text();
  const synonyms = properties
    .at('synonyms')
    .texts()
    .flatMap((text) => text.split(',').map((one) => one.trim()));
  return {
    text: properties.at('description').text() ?? node.at('description').text(),
    synonyms: [...new Set([...(label === null ? [] : [label]), ...synonyms])].filter(Boolean),
  };
}

function either(node: DocumentNode, compiled: string, written: string): DocumentNode {
  return node.at(compiled).isPresent ? node.at(compiled) : node.at(written);
}
