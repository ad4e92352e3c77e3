import type { Cell, TableSchema } from '@assay/contracts';
import { textOf, textOrNull } from '../introspection/catalog-cells.js';
import { functionReader, keyOf, read, tableReader } from '../introspection/read-tables.js';
import type { Relation } from '../introspection/relation.js';
import type { DatabaseSession } from '../session.js';
import { isNullable, plainType } from './values.js';

export const OWN = `database not in ('system', 'INFORMATION_SCHEMA', 'information_schema')`;

/** Others read files, queues, foreign servers or other tables. `Distributed` reads the server's own cluster. */
const STORED = /^(?:\w*MergeTree|Distributed|(?:Tiny|Stripe)?Log|Memory|Null|Set|Join)$/;

const READABLE = `
  from system.tables
 where ${OWN} and not is_temporary and not (startsWith(name, '.inner') and endsWith(engine, 'MergeTree'))
 order by database, name`;

const RELATIONS = `select database, name, engine, if(engine = 'View', as_select, create_table_query) ${READABLE}`;

/** Evaluated when the column is read, as a view's definition is. */
const ALIASES = `
  select database, table, arrayStringConcat(arraySort(groupArray(default_expression)), ', ') from system.columns
   where default_kind = 'ALIAS' and ${OWN} group by database, table`;

const NAME = '`(?:[^`\\\\]|\\\\.)*`|\\w+';

/** Where a materialized view keeps its rows. */
const TARGET = new RegExp(
  "^CREATE MATERIALIZED VIEW (?:'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|[^'`])*? " +
    `(?:TO (?<schema>${NAME})\\.(?<name>${NAME})|ENGINE = (?<engine>\\w+))`,
  's',
);

const FUNCTIONS = `select '', name from system.functions where origin != 'System' order by name`;

/** Sorting keys are not unique, so comments name them. */
const NOTE = `arrayStringConcat(arrayFilter(part -> part != '', [
    comment,
    if(engine = 'MaterializedView', 'Materialized view.', ''),
    if(match(engine, '(Replacing|Collapsing|Summing|Aggregating)'), engine || ': rows of a key may not be merged yet.', ''),
    if(sorting_key = '', '', 'Sorted by ' || sorting_key || ', not unique.')]), ' ')`;

const TABLES = `select database, name, engine, ${NOTE}, total_rows ${READABLE}`;

const COLUMNS = `
  select database, table, name, type, null, comment from system.columns
   where ${OWN} and default_kind != 'EPHEMERAL' order by database, table, position`;

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await read(session, RELATIONS, signal);
  const aliases = await read(session, ALIASES, signal);
  const engines = new Map(rows.map(([schema, name, engine]) => [keyOf(schema, name), textOf(engine)]));
  const evaluated = new Map(aliases.map(([schema, name, list]) => [keyOf(schema, name), textOf(list)]));
  return rows.map(([schema, name, engine, definition]) => {
    const list = evaluated.get(keyOf(schema, name));
    return {
      schema: textOf(schema),
      name: textOf(name),
      wrapper: foreignEngine(textOf(engine), textOf(definition), engines),
      ...(list === undefined
        ? { kind: kindOf(engine), definition: engine === 'View' ? textOrNull(definition) : null }
        : { kind: 'view', definition: `select ${list}` }),
    };
  });
}

export const readTables = tableReader({
  tables: TABLES,
  columns: COLUMNS,
  kind: kindOf,
  typeOf: plainType,
  isNullable,
});

/** Functions of the server's users and of its configuration. */
export const readCatalog = functionReader(FUNCTIONS);

function kindOf(cell: Cell | undefined): TableSchema['kind'] {
  const engine = textOf(cell);
  if (engine === 'View') return 'view';
  return engine === 'MaterializedView' || STORED.test(engine) ? 'table' : 'foreign';
}

/** @param engines by schema and name */
function foreignEngine(engine: string, definition: string, engines: ReadonlyMap<string, string>): string | null {
  if (engine === 'View' || STORED.test(engine)) return null;
  if (engine !== 'MaterializedView') return `the engine ${engine}`;
  const target = TARGET.exec(definition)?.groups ?? {};
  const key = keyOf(plainName(target['schema']), plainName(target['name']));
  const below = target['engine'] ?? engines.get(key);
  if (below === undefined) return 'a table that this user may not see';
  return STORED.test(below) ? null : `the engine ${below}`;
}

function plainName(written = ''): string {
  return written.startsWith('`') ? written.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : written;
}
