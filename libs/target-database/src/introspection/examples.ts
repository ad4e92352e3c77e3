import type { Cell, TableSchema } from '@assay/contracts';
import { firstRows, quoteIdentifier, quoteName } from '@assay/sql';
import type { DatabaseDriver } from '../driver.js';
import type { Relation } from './relation.js';
import type { DatabaseSession } from '../session.js';
import {
  EXAMPLES_BUDGET_MS,
  EXAMPLES_PER_COLUMN,
  EXAMPLE_LENGTH,
  SAMPLES_AT_ONCE,
  SAMPLE_ROWS,
  SAMPLE_TIMEOUT_MS,
} from './limits.js';

export type WithSession = <Result>(
  work: (session: DatabaseSession) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** From first rows, without scans; none for failed or late tables. */
export async function fillExamples(
  tables: TableSchema[],
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + EXAMPLES_BUDGET_MS;
  const queue = tables.filter((table) => table.kind !== 'foreign').values();
  const worker = async (): Promise<void> => {
    for (const table of queue) {
      if (performance.now() > deadline) return;
      await sampleTable(table, driver, withSession, signal);
    }
  };
  await Promise.all(Array.from({ length: SAMPLES_AT_ONCE }, worker));
}

async function sampleTable(
  table: TableSchema,
  driver: DatabaseDriver,
  withSession: WithSession,
  signal: AbortSignal,
): Promise<void> {
  const columns = table.columns.filter((column) => driver.showsExamples(column.type));
  if (columns.length === 0) return;
  const names = columns.map((column) => column.name);
  const query = { sql: sampleSql(driver, table, names), parameters: [] };
  const limits = { timeoutMs: SAMPLE_TIMEOUT_MS, maxRows: SAMPLE_ROWS, maxBytes: 1_000_000 };
  try {
    const rows = await withSession((session) => session.read({ ...query, ...limits }, signal), signal);
    columns.forEach((column, index) => (column.examples = distinctValues(rows, index)));
  } catch (error) {
    // A failing view must not prevent introspection.
    if (signal.aborted) throw error;
  }
}

export function sampleSql(
  driver: DatabaseDriver,
  table: Pick<Relation, 'schema' | 'name'>,
  columns: readonly string[],
): string {
  const { dialect } = driver;
  const quoted = columns.map((column) => quoteIdentifier(column, dialect));
  const first = firstRows(dialect, quoted.join(', '), quoteName(table, dialect), SAMPLE_ROWS);
  const texts = quoted.map((column) => driver.exampleText(column));
  return `select ${texts.join(', ')} from (${first}) first_rows`;
}

function distinctValues(rows: Cell[][], column: number): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const cell = row[column];
    if (cell === null || cell === undefined) continue;
    const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
    if (text.length > 0 && text.length <= EXAMPLE_LENGTH) values.add(text);
    if (values.size === EXAMPLES_PER_COLUMN) break;
  }
  return [...values];
}
