/**
 * The engine ends a statement that times out, else the parent kills it. Runs from source: imports only types and
 * packages.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AskedOutcome, InstanceRow, InstanceValue } from '@assay/behaviour';
import type { Cell } from '@assay/contracts';
import type { ScratchReply, ScratchRequest } from '../child/protocol.js';

interface Session {
  query(sql: string, format?: string): string;
}

const [folder = '', data = '', settings = '{}', mostBytes = ''] = process.argv.slice(2);
const chdb = createRequire(join(folder, 'package.json'))('chdb') as { Session: new (path: string) => Session };

/**
 * Errors caused by the rows (conversion, NULL, division by zero): candidates are compared by them, unobserved after any
 * other.
 */
const DATA_ERROR = /^(?:Query failed: )?Code: (?:6|27|38|41|69|70|72|125|153|321|349|407)\. /;
/** What reaches files although `readonly`: INTO OUTFILE, and `file(…)`, whose name may also be quoted and escaped. */
const REACHING = /\boutfile\b|(?:\bfile\b|["`])(?:[\s\u0085\u180e\u200b-\u200d\u2060]|\/\*.*?\*\/|(?:--|#)[^\n]*)*\(/is;
const SYSTEM = /^(?:system|information_schema)$/i;
const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

const writer = new chdb.Session(data);
const reader = new chdb.Session(data);
for (const [name, value] of Object.entries(JSON.parse(settings) as Record<string, number>)) {
  reader.query(`set ${name} = ${value}`);
}
let prepared: { use: string; inserts: string[]; empties: string[] } | null = null;

/** Resolves once sent: the next statement may end this process. */
function send(message: ScratchReply): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

function prepare({ ddl, inserts, empties = [] }: Extract<ScratchRequest, { kind: 'prepare' }>): void {
  prepared = null;
  for (const name of writer.query('show databases', 'TabSeparated').trim().split('\n')) {
    if (!SYSTEM.test(name)) writer.query(`drop database \`${name}\` sync`);
  }
  for (const statement of ddl) writer.query(statement);
  prepared = { use: ddl.find((statement) => statement.startsWith('use ')) ?? '', inserts, empties };
}

/** Escaped for tab-separated values; `\N` is NULL, or the default of a type without it. */
function field(value: InstanceValue): string {
  if (value === null || value === '\\N') return '\\N';
  return String(value).replaceAll(/[\\\t\n\r\0]/g, (one) => `\\${ESCAPES[one] ?? one}`);
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r', '\0': '0' };

function fill(inserts: readonly string[], tables: readonly (readonly InstanceRow[])[]): void {
  for (const [index, insert] of inserts.entries()) {
    const rows = (tables[index] ?? []).map((row) => `${row.map(field).join('\t')}\n`);
    if (rows.length > 0) writer.query(insert + rows.join(''));
  }
}

function plainType(type: string): string {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type) ?? [];
  return inner === undefined ? type : plainType(inner);
}

function toCell(value: Cell, type: string): Cell {
  if (typeof value === 'string' && /^U?Int/.test(type)) {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  return value;
}

function ask(sql: string): AskedOutcome {
  if (REACHING.test(sql)) return { kind: 'unobserved' };
  try {
    const lines = reader.query(sql, FORMAT).trimEnd();
    if (lines === '' || lines.length > Number(mostBytes)) return { kind: 'unobserved' };
    const [names, written, ...found] = lines.split('\n');
    const types = (JSON.parse(written ?? '[]') as string[]).map(plainType);
    const rows = found.map((line) => JSON.parse(line) as Cell[]);
    const columns = (JSON.parse(names ?? '[]') as string[]).map((name, index) => ({ name, type: types[index] ?? '' }));
    const cells = rows.map((row) => row.map((value, index) => toCell(value, types[index] ?? '')));
    return { kind: 'rows', result: { columns, rows: cells, truncated: false } };
  } catch (error) {
    return { kind: DATA_ERROR.test(messageOf(error)) ? 'error' : 'unobserved' };
  }
}

async function askAll({ id, tables, statements }: Extract<ScratchRequest, { kind: 'ask' }>): Promise<void> {
  if (prepared === null) throw new Error('nothing was prepared');
  const { use, inserts, empties } = prepared;
  try {
    fill(inserts, tables);
    await send({ kind: 'filled', id });
    for (const sql of statements) {
      // A statement may have chosen another database.
      reader.query(use);
      await send({ kind: 'answered', id, outcome: ask(sql) });
    }
  } finally {
    for (const statement of empties) writer.query(statement);
  }
}

async function answer(request: ScratchRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'prepare') prepare(request);
    else await askAll(request);
    await send({ kind: request.kind === 'prepare' ? 'prepared' : 'done', id });
  } catch (error) {
    await send({ kind: 'refused', id, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('message', (request: ScratchRequest) => void answer(request));
process.on('disconnect', () => process.exit(0));
void send({ kind: 'ready' });
