import { readText } from '../introspection/catalog-cells.js';
import type { CutSession, DatabaseSession } from '../session.js';

/** Clocks that count whole seconds differ by this much at most. */
const ROUNDING_SECONDS = 2;

/**
 * Whether the server still lists a connection that was cut. Ids begin anew with the server: one that has been in its
 * state for less time than since the cut is another connection.
 */
export async function listsMysqlSession(
  session: DatabaseSession,
  { id }: CutSession,
  cutSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const sql =
    `select count(*) from information_schema.processlist ` +
    `where id = ${Math.trunc(id)} and time >= ${Math.trunc(cutSeconds) - ROUNDING_SECONDS}`;
  return (await readText(session, sql, signal)) !== '0';
}
