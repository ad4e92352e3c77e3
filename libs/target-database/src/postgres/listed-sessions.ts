import { textOf } from '../introspection/catalog-cells.js';
import { SHORT_READ } from '../introspection/limits.js';
import type { CutSession, DatabaseSession } from '../session.js';

export function transactionStart(at: string): string {
  return `pg_catalog.to_char(pg_catalog.timezone('UTC', ${at}), 'YYYY-MM-DD HH24:MI:SS.US')`;
}

/** A role sees all its own sessions, unless activity tracking is off. */
const LISTED = `
  select pg_catalog.count(*) from pg_catalog.pg_stat_activity
   where pid = $1::integer and usename = current_user
     and (state = 'disabled' or $2::text is null or ${transactionStart('xact_start')} = $2::text)`;

export async function listsPostgresSession(
  session: DatabaseSession,
  { id, startedAt }: CutSession,
  _cutSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const [row] = await session.read({ sql: LISTED, parameters: [id, startedAt], ...SHORT_READ }, signal);
  return textOf(row?.[0]) !== '0';
}
