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
 * Looks for values in text columns, ignoring letter case: whole values first, then, for values that nothing equals,
 * values that begin with them. Small tables first; ends when the statement timeout has passed, with what was found.
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
  const equal = await searchTables(wanted, false, whole);
  const hit = new Set(equal.map((found) => found.value));
  const rest = wanted.filter((value) => !hit.has(value) && value.length >= SHORTEST_PREFIX);
  return [...equal, ...(await searchTables(rest, true, whole))];
}

async function searchTables(values: string[], prefix: boolean, search: Search): Promise<FoundValue[]> {
  const found: FoundValue[] = [];
  const places = new Map<string, number>();
  for (const table of search.tables) {
    const open = values.filter((value) => (places.get(value) ?? 0) < PLACES_PER_VALUE);
    if (open.length === 0 || performance.now() > search.deadline) break;
    for (const hit of await searchTable(table, open, prefix, search)) {
      const count = (places.get(hit.value) ?? 0) + 1;
      places.set(hit.value, count);
      if (count <= PLACES_PER_VALUE) found.push(hit);
    }
  }
  return found;
}

/** One scan of one table, whatever the number of its columns. */
async function searchTable(
  table: TableSchema,
  values: string[],
  prefix: boolean,
  { driver, withSession, deadline, signal }: Search,
): Promise<FoundValue[]> {
  const columns = table.columns.filter((column) => driver.holdsText(column.type)).map((column) => column.name);
  if (columns.length === 0) return [];
  const lowered = values.map((value) => value.toLowerCase());
  const query = driver.valueQuery({ relation: table, columns, values: lowered, prefix, rows: VALUE_ROWS });
  const timeoutMs = Math.max(1, Math.min(VALUE_TABLE_TIMEOUT_MS, deadline - performance.now()));
  const limits = { timeoutMs, maxRows: VALUE_ROWS, maxBytes: 1_000_000 };
  try {
    const rows = await withSession((session) => session.read({ ...query, ...limits }, signal), signal);
    return matches(rows, { table: displayName(table), columns, values, prefix });
  } catch (error) {
    // A table too large to search in time, or not readable after all, has no say.
    if (signal.aborted) throw error;
    return [];
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
