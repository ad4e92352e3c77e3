import type { Collector } from '../document/collector.js';
import type { DocumentNode } from '../document/document-node.js';
import { LogicalTables, tableOfParts, type FieldWords } from './logical-tables.ts';

const FIELD_LISTS = ['dimensions', 'time_dimensions', 'facts', 'measures'];

const TABLE = new Set([
  ...['name', 'base_table', 'description', 'synonyms', 'primary_key', 'unique_keys', 'metrics', 'filters'],
  ...FIELD_LISTS,
]);
const METRIC = new Set(['name', 'expr', 'description', 'synonyms', 'access_modifier', 'data_type']);
const MEASURE = new Set([...METRIC, 'default_aggregation', 'sample_values', 'is_enum', 'unique']);

/** YAML of a Snowflake semantic view or model. */
export function isSnowflake(document: DocumentNode): boolean {
  return document
    .at('tables')
    .list()
    .some((table) => table.at('base_table').isPresent);
}

export function readSnowflake(document: DocumentNode, collector: Collector): void {
  const tables = new LogicalTables(collector);
  for (const table of document.at('tables').list()) readTable(table, tables, collector);
  for (const relation of document.at('relationships').list()) {
    const pairs = relation.at('relationship_columns').list();
    const side = (name: 'left' | 'right'): { table: string | null; columns: string[] } => ({
      table: relation.at(`${name}_table`).text(),
      columns: pairs.flatMap((pair) => pair.at(`${name}_column`).text() ?? []),
    });
    tables.addRelationship(`relationship ${relation.at('name').text() ?? ''}`, side('left'), side('right'));
  }
  for (const metric of document.at('metrics').list()) readMetric(metric, null, tables, collector);
  for (const query of document.at('verified_queries').list()) {
    const question = query.at('question').text() ?? query.at('name').text() ?? '';
    collector.leave(`verified query ${question}`, 'is SQL over logical names: add it as a gold SQL');
  }
  if (document.at('custom_instructions').isPresent || document.at('module_custom_instructions').isPresent)
    collector.leave('custom instructions', 'are for another product: add what holds as directives');
}

function readTable(node: DocumentNode, tables: LogicalTables, collector: Collector): void {
  const name = node.at('name').text();
  const table = tableOfParts(node.at('base_table'));
  if (name === null || table === null) return collector.leave(`table ${name ?? ''}`, 'names no base table');
  tables.add(name, table, node.beside(TABLE));
  const { text, synonyms } = wordsOf(node);
  if (text !== null) collector.take({ kind: 'description', table, column: null, text });
  tables.addTerm(name.toLowerCase() === table.name.toLowerCase() ? synonyms : [name, ...synonyms], table, null);
  for (const list of FIELD_LISTS) {
    for (const field of node.at(list).list()) readField(field, name, list, tables, collector);
  }
  for (const key of [node.at('primary_key'), ...node.at('unique_keys').list()]) {
    const columns = key
      .at('columns')
      .texts()
      .map((column) => tables.columnOf(name, column));
    if (columns.length > 0 && !columns.includes(null))
      collector.take({ kind: 'unique', table, columns: columns as string[] });
  }
  for (const metric of node.at('metrics').list()) readMetric(metric, name, tables, collector);
  for (const filter of node.at('filters').list()) {
    const [term, expression] = [filter.at('name').text(), filter.at('expr').text()];
    if (term === null || expression === null) continue;
    const words = wordsOf(filter);
    const definition = [words.text, `Rows of ${table.name} where ${expression}.`].filter(Boolean).join(' ');
    collector.take({ kind: 'term', name: term, synonyms: words.synonyms, text: definition, table, column: null });
  }
}

function readField(
  field: DocumentNode,
  table: string,
  list: string,
  tables: LogicalTables,
  collector: Collector,
): void {
  const name = field.at('name').text();
  if (name === null) return collector.leave(`one of the ${list} of ${table}`, 'has no name');
  // Older measures have a separate aggregate.
  if (field.at('default_aggregation').isPresent) {
    const aggregate = field.at('default_aggregation').text()?.toLowerCase() ?? '';
    const call = aggregate === 'count_distinct' ? 'COUNT(DISTINCT ' : `${aggregate.toUpperCase()}(`;
    const expression = `${call}${field.at('expr').text() ?? name})`;
    const unread = field.beside(MEASURE);
    tables.takeMetric({ name, ...wordsOf(field), expression, own: table, unread, isDerived: false });
    return;
  }
  tables.addField(table, name, field.at('expr').text(), wordsOf(field));
  const base = tables.tableOf(table);
  const column = tables.columnOf(table, name);
  if (base === null || column === null) return;
  if (field.at('unique').value === true) collector.take({ kind: 'unique', table: base, columns: [column] });
  const values = field.at('sample_values').scalars();
  if (field.at('is_enum').value === true && values.length > 0)
    collector.take({ kind: 'accepted-values', table: base, column, values });
}

function readMetric(node: DocumentNode, table: string | null, tables: LogicalTables, collector: Collector): void {
  const [name, expression] = [node.at('name').text(), node.at('expr').text()];
  if (name === null || expression === null)
    return collector.leave(`metric ${name ?? ''}`, 'has no name, or no expression');
  // View metrics use table metrics.
  const [unread, isDerived] = [node.beside(METRIC), table === null];
  tables.takeMetric({ name, ...wordsOf(node), expression, own: table, unread, isDerived });
}

function wordsOf(node: DocumentNode): FieldWords {
  return { text: node.at('description').text(), synonyms: node.at('synonyms').texts() };
}
