import { PermanentError, type DatabaseAnswers, type DatabaseRequest } from '@assay/contracts';
import { firstRows, quoteName } from '@assay/sql';
import { StatementFailedError, judgeAndRun, type TargetDatabase } from '@assay/target-database';
import { guardStatement } from './guarded-statement.js';
import type { WorkspaceConnection } from './workspace-connection.js';

export async function readRows(
  request: Extract<DatabaseRequest, { kind: 'rows' }>,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<DatabaseAnswers['rows']> {
  const limits = { ...request.limits, maxRows: Math.max(1, Math.min(request.limit, request.limits.maxRows)) };
  const offset = Math.max(0, request.offset);
  const { jsonAsText = false } = request;
  try {
    return await judgeAndRun(
      database,
      async (catalog) => {
        const guarded = await guardStatement(request.sql, connection, database, catalog, signal);
        if (!guarded.allowed) return { refusal: guarded.refusal.message };
        const { sql, catalogVersion } = guarded;
        return { result: await database.execute(sql, limits, signal, { offset, catalogVersion, jsonAsText }) };
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof StatementFailedError)) throw error;
    return { error: error.statement };
  }
}

/** The SQL is generated, never the request's. */
export async function sampleTable(
  request: Extract<DatabaseRequest, { kind: 'sample' }>,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<DatabaseAnswers['sample']> {
  const relation = await database.findRelation(request.table, signal);
  if (!relation) throw new PermanentError('TABLE_UNKNOWN', 'the database has no table of this name');
  const { dialect } = connection;
  const sql = firstRows(dialect, '*', quoteName(relation, dialect), request.limits.maxRows);
  try {
    return await judgeAndRun(
      database,
      async (catalog) => {
        const guarded = await guardStatement(sql, connection, database, catalog, signal);
        if (!guarded.allowed) throw new PermanentError('TABLE_REFUSED', guarded.refusal.message);
        const { catalogVersion } = guarded;
        return { result: await database.execute(guarded.sql, request.limits, signal, { catalogVersion }) };
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof StatementFailedError)) throw error;
    throw new PermanentError('TABLE_UNREADABLE', error.message);
  }
}
