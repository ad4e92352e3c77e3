import { readText } from '../introspection/catalog-cells.js';
import type { CutSession, DatabaseSession } from '../session.js';

const ROUNDING_SECONDS = 2;

/** Ids restart with the server: a younger entry is another connection. */
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
