import type { DatabaseAnswers } from '@assay/contracts';
import { StatementFailedError, judgeAndRun, type TargetDatabase } from '@assay/target-database';
import { guardStatement } from './guarded-statement.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const LIMITS = { statementTimeoutMs: 5000, maxRows: 1, maxBytes: 1_000_000 };

/** Per statement: why it cannot run; null if it can, or if that is unknown. */
export async function explain(
  { sqls }: { sqls: string[] },
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<DatabaseAnswers['explain']> {
  const problems: (string | null)[] = [];
  for (const sql of sqls) problems.push(await problemOf(sql, connection, database, signal));
  return { problems };
}

async function problemOf(
  sql: string,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await judgeAndRun(
      database,
      async (catalog) => {
        const guarded = await guardStatement(sql, connection, database, catalog, signal);
        if (!guarded.allowed) return guarded.refusal.message;
        const { catalogVersion } = guarded;
        // It is unknown as whom to plan, and policies differ.
        if (connection.asker && !connection.identity) return null;
        await database.explain(guarded.sql, LIMITS, signal, { catalogVersion });
        return null;
      },
      signal,
    );
  } catch (error) {
    // A timeout may be temporary.
    if (error instanceof StatementFailedError) return error.isTimeout ? null : error.statement.message;
    throw error;
  }
}
