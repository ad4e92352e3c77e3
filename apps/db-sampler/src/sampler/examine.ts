import type { Examination, GuardAllowance, StatementLimits } from '@assay/contracts';
import { fingerprintResult, ordersRows, type DatabaseCatalog } from '@assay/sql';
import { StatementFailedError, judgeAndRun, type TargetDatabase } from '@assay/target-database';
import { guardStatement } from './guarded-statement.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const NOTHING = { refusal: null, error: null, tables: [], result: null, fingerprint: null };

export async function examine(
  request: { sql: string; limits: StatementLimits; guard?: GuardAllowance },
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<Examination> {
  return judgeAndRun(
    database,
    (catalog) => examineBy(catalog, request, allowing(connection, request.guard), database, signal),
    signal,
  );
}

async function examineBy(
  catalog: DatabaseCatalog | null,
  request: { sql: string; limits: StatementLimits },
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<Examination> {
  const guarded = await guardStatement(request.sql, connection, database, catalog, signal);
  if (!guarded.allowed) return { ...NOTHING, outcome: 'refused', sql: request.sql, refusal: guarded.refusal };
  const { sql, tables, catalogVersion } = guarded;
  try {
    const result = await database.examine(sql, request.limits, signal, { catalogVersion });
    const fingerprint = fingerprintResult(result, await ordersRows(sql, connection.dialect));
    return { ...NOTHING, outcome: 'valid', sql, tables, result, fingerprint };
  } catch (error) {
    if (!(error instanceof StatementFailedError)) throw error;
    return { ...NOTHING, outcome: 'failed', sql, tables, error: error.statement };
  }
}

function allowing(connection: WorkspaceConnection, asked: GuardAllowance | undefined): WorkspaceConnection {
  // the allowance of the setting `asker` replaces the question's
  if (asked === undefined || connection.asker) return connection;
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = connection.guard ?? {};
  const guard = {
    allowFunctions: allowFunctions.filter((name) => asked.allowFunctions.includes(name)),
    allowExtensions: allowExtensions.filter((name) => asked.allowExtensions.includes(name)),
    allowSystemCatalogs: allowSystemCatalogs && asked.allowSystemCatalogs,
  };
  return { ...connection, guard };
}

/** A question's allowance is within its workspace's, so a connection that allows less is older than the question. */
export function allowsMore(asked: GuardAllowance, { guard = {} }: WorkspaceConnection): boolean {
  const { allowFunctions = [], allowExtensions = [], allowSystemCatalogs = false } = guard;
  return (
    asked.allowFunctions.some((name) => !allowFunctions.includes(name)) ||
    asked.allowExtensions.some((name) => !allowExtensions.includes(name)) ||
    (asked.allowSystemCatalogs && !allowSystemCatalogs)
  );
}
