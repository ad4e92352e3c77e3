import type { Examination } from '@assay/contracts';
import { guardSql, type GuardOutcome } from '@assay/sql';
import type { TargetDatabase } from '@assay/target-database';
import type { WorkspaceConnection } from './workspace-connection.js';

/** A text that may run, exactly as it may run; or why it may not. */
export type GuardedStatement =
  { allowed: true; sql: string; tables: string[] } | { allowed: false; refusal: NonNullable<Examination['refusal']> };

/** Guards a text, and the relations that it names, right before it runs. */
export async function guardStatement(
  sql: string,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<GuardedStatement> {
  const judge = async (fresh: boolean): Promise<GuardOutcome> => {
    const catalog = await database.catalog(signal, { fresh });
    return guardSql(sql, connection.dialect, { ...connection.guard, catalog });
  };
  let verdict = await judge(false);
  // What it takes for a call may be a column that was added since the catalog was read.
  if (!verdict.allowed && verdict.rule === 'function') verdict = await judge(true);
  if (!verdict.allowed) {
    const { rule, message, position } = verdict;
    return { allowed: false, refusal: { rule, message, position: position ?? null } };
  }
  const unsafe = await database.refusedRelation(verdict.tables, signal);
  if (unsafe) {
    const message = `"${unsafe.relation}" may not be read: ${unsafe.message}`;
    return { allowed: false, refusal: { rule: 'unsafe-relation', message, position: null } };
  }
  return { allowed: true, sql: verdict.sql, tables: verdict.tables };
}
