import { takeProfile } from '@assay/behaviour';
import type { Cell, DatabaseAnswers, DatabaseRequest, DatabaseSchema, StoredProfile } from '@assay/contracts';
import { StatementFailedError, judgeAndRun, type TargetDatabase } from '@assay/target-database';
import { guardStatement } from './guarded-statement.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const LIMITS = { maxRows: 2000, maxBytes: 2_000_000 };
/** Later tables get no profile: a user may be waiting. */
const PROFILE_MS = 10_000;

export async function introspect(
  { profile: isWanted = false, examples: mayShow }: Extract<DatabaseRequest, { kind: 'introspect' }>,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<DatabaseAnswers['introspect']> {
  const { asker, sendRows = true } = connection;
  const found = await database.introspect({ examples: mayShow !== false && sendRows && !asker, asker }, signal);
  // A profile is shared by all askers, whose rows differ.
  if (!isWanted || asker) return found;
  return { ...found, profile: await profileOf(found.schema, connection, database, signal) };
}

async function profileOf(
  schema: DatabaseSchema,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<StoredProfile> {
  const endsAt = performance.now() + PROFILE_MS;
  const { profile, rows } = await takeProfile(
    schema,
    (sql, timeoutMs) => readOwn(sql, timeoutMs, connection, database, signal),
    {
      sendRows: connection.sendRows ?? true,
      declared: await database.declared(signal),
      hasBudget: () => performance.now() < endsAt,
    },
  );
  return { takenAt: new Date().toISOString(), profile, rows };
}

/** Runs a generated statement; null if the guard or the database refuses it. */
async function readOwn(
  sql: string,
  statementTimeoutMs: number,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<Cell[][] | null> {
  try {
    return await judgeAndRun(
      database,
      async (catalog) => {
        const guarded = await guardStatement(sql, connection, database, catalog, signal);
        if (!guarded.allowed) return null;
        const { catalogVersion } = guarded;
        const limits = { ...LIMITS, statementTimeoutMs };
        return (await database.execute(guarded.sql, limits, signal, { catalogVersion })).rows;
      },
      signal,
    );
  } catch (error) {
    if (error instanceof StatementFailedError) return null;
    throw error;
  }
}
