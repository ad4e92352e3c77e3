import type { Examination } from '@assay/contracts';
import { guardSql, type DatabaseCatalog, type GuardOutcome, type GuardPass } from '@assay/sql';
import type { TargetDatabase } from '@assay/target-database';
import type { WorkspaceConnection } from './workspace-connection.js';

export type GuardedStatement = GuardPass | { allowed: false; refusal: NonNullable<Examination['refusal']> };

/** @param known cached catalog; a refused function is judged again with a fresh one */
export async function guardStatement(
  sql: string,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  known: DatabaseCatalog | null,
  signal: AbortSignal,
): Promise<GuardedStatement> {
  let catalog = known;
  const judge = (): Promise<GuardOutcome> => guardSql(sql, connection.dialect, { ...connection.guard, catalog });
  let verdict = await judge();
  // The name may be a column newer than the catalog.
  if (!verdict.allowed && verdict.rule === 'function') {
    catalog = await database.catalog(signal, { fresh: true });
    verdict = await judge();
  }
  if (!verdict.allowed) {
    const { rule, message, position } = verdict;
    return { allowed: false, refusal: { rule, message, position: position ?? null } };
  }
  const unsafe = await database.refusedRelation(verdict.tables, signal);
  if (unsafe) {
    const message = `"${unsafe.relation}" may not be read: ${unsafe.message}`;
    return { allowed: false, refusal: { rule: 'unsafe-relation', message, position: null } };
  }
  return verdict;
}
