import type { Cell, TableSchema } from '@assay/contracts';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { TableBuilder } from '../introspection/table-builder.js';
import type { DatabaseSession } from '../session.js';
import { isNullable, plainType } from './values.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

export const OWN = `database not in ('system', 'INFORMATION_SCHEMA', 'information_schema')`;

/** Other engines read files, queues or other servers. */
const STORED = `match(engine, '(MergeTree|Log|View)$') or engine in ('Memory', 'Distributed', 'Merge', 'Buffer', 'Null', 'Set', 'Join')`;

const KIND = `multiIf(engine = 'View', 'view', ${STORED}, 'table', 'foreign')`;

const READABLE = `
  from system.tables
 where ${OWN} and not is_temporary and engine != 'Dictionary' and not startsWith(name, '.inner')
 order by database, name`;

const RELATIONS = `select database, name, ${KIND}, as_select, engine ${READABLE}`;

/** Keys of order are not unique, so that they are told in words. */
const NOTE = `arrayStringConcat(arrayFilter(part -> part != '', [
    comment,
    if(engine = 'MaterializedView', 'Materialized view.', ''),
    if(match(engine, '(Replacing|Collapsing|Summing|Aggregating)'), engine || ': rows of a key may not be merged yet.', ''),
    if(sorting_key = '', '', 'Sorted by ' || sorting_key || ', not unique.')]), ' ')`;

const TABLES = `select database, name, ${KIND}, ${NOTE}, total_rows ${READABLE}`;

const COLUMNS = `
  select database, table, name, type, comment from system.columns
   where ${OWN} order by database, table, position`;

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  return rows.map(([schema, name, kind, definition, engine]) => ({
    schema: textOf(schema),
    name: textOf(name),
    kind: kindOf(kind),
    definition: kind === 'view' ? textOrNull(definition) : null,
    wrapper: kind === 'foreign' ? `the engine ${textOf(engine)}` : null,
  }));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  for (const [schema, name, kind, description, rows] of await read(TABLES)) {
    builder.addTable(JSON.stringify([schema, name]), {
      schema: textOf(schema),
      name: textOf(name),
      kind: kindOf(kind),
      description: textOrNull(description),
      rowEstimate: countOrNull(rows),
    });
  }
  for (const [schema, table, name, type, description] of await read(COLUMNS)) {
    builder.addColumn(JSON.stringify([schema, table]), {
      name: textOf(name),
      type: plainType(textOf(type)),
      nullable: isNullable(textOf(type)),
      description: textOrNull(description),
    });
  }
  return builder.tables();
}

function kindOf(kind: Cell | undefined): TableSchema['kind'] {
  return kind === 'view' || kind === 'foreign' ? kind : 'table';
}
