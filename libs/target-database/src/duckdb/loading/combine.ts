/** Combines tables of alike files; killed on timeout. Runs from source: imports name `.ts`. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { once } from 'node:events';
import type { AlikeFiles, CombinedTable, CombineRequest } from '../alike-files.ts';
import type { FileMessage } from '../run-over-files.ts';
import { quoteName, quoteText } from './sql-text.ts';

type Columns = Map<string, string>;

const WHOLE = /^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$|^HUGEINT$/;
/** Whole numbers below it are exact in a double. */
const MOST_EXACT = 2 ** 53;

/** The parts stay if the combined table cannot be made. */
async function combine(connection: DuckDBConnection, group: AlikeFiles): Promise<CombinedTable> {
  const { table } = group;
  await connection.run('begin');
  try {
    const made = await fill(connection, group);
    await connection.run(made.misfit === null ? 'commit' : 'rollback');
    return { table, ...made };
  } catch {
    await connection.run('rollback').catch(() => undefined);
    return { table, added: [], partial: [], misfit: '' };
  }
}

/** Unless all parts fit the widest, they must share half of the columns. */
async function fill(
  connection: DuckDBConnection,
  { table, columns, parts }: AlikeFiles,
): Promise<Omit<CombinedTable, 'table'>> {
  const found: Columns[] = [];
  for (const part of parts) found.push(await columnsOf(connection, part.table));
  const widest = found.reduce((most, each) => (each.size > most.size ? each : most));
  const names = [...widest.keys()];
  for (const each of found) names.push(...beyond([...each.keys()], names));
  const partial = names.filter((name) => found.some((each) => !has(each, name)));
  if (names.length > widest.size && partial.length * 2 > names.length) return { added: [], partial, misfit: '' };
  const types: [name: string, type: string][] = [];
  for (const name of names) {
    const type = await commonType(connection, typesOf(name, found, parts), name);
    if (type === null) return { added: [], partial, misfit: name };
    types.push([name, type]);
  }
  const added = columns.flatMap(({ names: wanted, type }, at) => {
    const name = beyond(wanted, names)[0];
    return name === undefined ? [] : [{ name, type, at }];
  });
  const definitions = [...types, ...added.map(({ name, type }) => [name, type] as const)];
  const list = definitions.map(([name, type]) => `${quoteName(name)} ${type}`).join(', ');
  await connection.run(`create table ${quoteName(table)} (${list})`);
  for (const [at, part] of parts.entries()) {
    const own = found[at] ?? new Map<string, string>();
    const cells = types.map(([name, type]) => `cast(${has(own, name) ? quoteName(name) : 'null'} as ${type})`);
    const values = added.map(({ type, at }) => `cast(${literal(part.values[at])} as ${type})`);
    const rows = `select ${[...cells, ...values].join(', ')} from ${quoteName(part.table)}`;
    await connection.run(`insert into ${quoteName(table)} ${rows}`);
    await connection.run(`drop table ${quoteName(part.table)}`);
  }
  const comment = `From ${parts.length} files of one shape.`;
  await connection.run(`comment on table ${quoteName(table)} is ${quoteText(comment)}`);
  return { added: added.map(({ name }) => name), partial, misfit: null };
}

function typesOf(name: string, found: readonly Columns[], parts: AlikeFiles['parts']): Columns {
  return new Map(
    parts.flatMap((part, at) =>
      [...(found[at] ?? [])].flatMap(([each, type]): [string, string][] =>
        beyond([each], [name]).length === 0 ? [[part.table, type]] : [],
      ),
    ),
  );
}

function has(columns: Columns, name: string): boolean {
  return beyond([name], [...columns.keys()]).length === 0;
}

/** DuckDB ignores case. */
function beyond(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((name) => name.toLowerCase()));
  return names.filter((name) => !known.has(name.toLowerCase()));
}

async function columnsOf(connection: DuckDBConnection, table: string): Promise<Columns> {
  const sql = `select column_name, data_type from duckdb_columns()
    where not internal and table_name = ${quoteText(table)} order by column_index`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

/** A type that keeps each value as it is. Parts without a value fit every type. */
async function commonType(connection: DuckDBConnection, typeByTable: Columns, name: string): Promise<string | null> {
  const [first = null, ...others] = new Set(typeByTable.values());
  if (others.length === 0) return first;
  const types = new Set<string>();
  let isExact = true;
  for (const [table, type] of typeByTable) {
    const size = WHOLE.test(type) ? `max(abs(${quoteName(name)}::hugeint))` : '0';
    const sql = `select count(${quoteName(name)}), ${size} from ${quoteName(table)}`;
    const [[count, most] = []] = (await connection.runAndReadAll(sql)).getRows();
    if (Number(count) === 0) continue;
    types.add(WHOLE.test(type) ? 'HUGEINT' : type);
    isExact &&= Number(most) < MOST_EXACT;
  }
  const kinds = [...types].sort().join();
  if (kinds === '') return first;
  if (kinds === 'HUGEINT') return isExact ? 'BIGINT' : 'HUGEINT';
  if (types.size === 1) return kinds;
  if (kinds === 'DOUBLE,HUGEINT') return isExact ? 'DOUBLE' : null;
  if (kinds === 'DATE,TIMESTAMP') return 'TIMESTAMP';
  return kinds === 'HUGEINT,VARCHAR' ? 'VARCHAR' : null;
}

function literal(value: string | null | undefined): string {
  return value === null || value === undefined ? 'null' : quoteText(value);
}

function send(message: FileMessage<CombinedTable>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

process.on('disconnect', () => process.exit(1));
const [request] = (await once(process, 'message')) as [CombineRequest];
const instance = await DuckDBInstance.create(request.database, request.options);
const connection = await instance.connect();
await send({ kind: 'ready' });
for (const each of request.groups) await send({ kind: 'file', report: await combine(connection, each) });
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
await send({ kind: 'done' });
