import type { Cell, FoundValue, StatementLimits, TableSchema } from '@assay/contracts';
import type { DatabaseDriver } from '../driver.js';
import { PLACES_PER_VALUE, VALUE_ROWS, VALUE_TABLE_TIMEOUT_MS } from './limits.js';
import { displayName } from './relation-name.js';
import type { WithSession } from './examples.js';

/** Shortest beginning that is looked up: shorter ones begin half the words of a database. */
const SHORTEST_PREFIX = 3;

interface Search {
  tables: TableSchema[];
  driver: DatabaseDriver;
  withSession: WithSession;
  deadline: number;
  signal: AbortSignal;
}

/**
 * Looks for values in text columns, ignoring letter case: whole values, or, for values that nothing equals, values that
 * begin with them. Small tables first; ends when the statement timeout has passed, with what was found.
 */
export async function findValues(
  values: string[],
  limits: StatementLimits,
  search: Omit<Search, 'deadline'>,
): Promise<FoundValue[]> {
  const wanted = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
  const tables = search.tables
    .filter((table) => table.kind !== 'foreign')
    .sort((left, right) => (left.rowEstimate ?? Infinity) - (right.rowEstimate ?? Infinity));
  const whole = { ...search, tables, deadline: performance.now() + limits.statementTimeoutMs };
  const found: FoundValue[] = [];
  for (const table of tables) {
    const open = wanted.filter((value) => countOf(found.filter(isEqual), value) < PLACES_PER_VALUE);
    if (open.length === 0 || performance.now() > whole.deadline) break;
    found.push(...(await searchTable(table, open, whole)));
  }
  return wanted.flatMap((value) => best(found.filter((hit) => hit.value === value)));
}

function countOf(found: FoundValue[], value: string): number {
  return found.filter((hit) => hit.value === value).length;
}

function isEqual({ value, stored }: FoundValue): boolean {
  return stored.trimEnd().toLowerCase() === value.toLowerCase();
}

/** What equals the value; only where nothing does, what begins with it. */
function best(hits: FoundValue[]): FoundValue[] {
  const equal = hits.filter(isEqual);
  return (equal.length > 0 ? equal : hits).slice(0, PLACES_PER_VALUE);
}

/** A value begins with itself: one scan finds both, unless so much begins with it that equal ones may be missing. */
async function searchTable(table: TableSchema, values: string[], search: Search): Promise<FoundValue[]> {
  const columns = table.columns.filter((column) => search.driver.holdsText(column.type)).map((column) => column.name);
  if (columns.length === 0) return [];
  const long = values.filter((value) => value.length >= SHORTEST_PREFIX);
  const begun = await scan(table, columns, long, true, search);
  const exact = begun.full ? values : values.filter((value) => value.length < SHORTEST_PREFIX);
  const equal = await scan(table, columns, exact, false, search);
  const known = new Set(equal.found.map((hit) => JSON.stringify(hit)));
  return [...equal.found, ...begun.found.filter((hit) => !known.has(JSON.stringify(hit)))];
}

/** One scan of one table, whatever the number of its columns; `full` when there may be more than was looked at. */
async function scan(
  table: TableSchema,
  columns: string[],
  values: string[],
  prefix: boolean,
  { driver, withSession, deadline, signal }: Search,
): Promise<{ found: FoundValue[]; full: boolean }> {
  if (values.length === 0) return { found: [], full: false };
  const lowered = values.map((value) => value.toLowerCase());
  const query = driver.valueQuery({ relation: table, columns, values: lowered, prefix, rows: VALUE_ROWS });
  const timeoutMs = Math.max(1, Math.min(VALUE_TABLE_TIMEOUT_MS, deadline - performance.now()));
  const limits = { timeoutMs, maxRows: VALUE_ROWS, maxBytes: 1_000_000 };
  try {
    const rows = await withSession((session) => session.read({ ...query, ...limits }, signal), signal);
    const found = matches(rows, { table: displayName(table), columns, values, prefix });
    return { found, full: rows.length >= VALUE_ROWS };
  } catch (error) {
    // A table too large to search in time, or not readable after all, has no say.
    if (signal.aborted) throw error;
    return { found: [], full: false };
  }
}

function matches(
  rows: Cell[][],
  sought: { table: string; columns: string[]; values: string[]; prefix: boolean },
): FoundValue[] {
  const found = new Map<string, FoundValue>();
  for (const row of rows) {
    sought.columns.forEach((column, index) => {
      const stored = row[index];
      if (typeof stored !== 'string') return;
      const lowered = stored.toLowerCase();
      for (const value of sought.values) {
        const wanted = value.toLowerCase();
        if (sought.prefix ? !lowered.startsWith(wanted) : lowered.trimEnd() !== wanted) continue;
        found.set(JSON.stringify([column, value, stored]), { value, table: sought.table, column, stored });
      }
    });
  }
  return [...found.values()];
}
