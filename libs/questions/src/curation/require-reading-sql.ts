import type { Dialect, SettingsPatch } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { invalidFields } from '@assay/requests';
import { effectiveSettings } from '../workspaces/connection.js';

/** What decides which statements a workspace runs. */
interface GuardedWorkspace {
  dialect: Dialect;
  settings: SettingsPatch;
}

/**
 * Refuses SQL that the workspace would never run: as an example it would teach the model what the guard then refuses.
 * Functions of its own and the system catalogs are allowed as far as its settings allow them.
 * @throws RequestProblem 422 `VALIDATION_FAILED` naming `sql`
 */
export async function requireReadingSql(sql: string, { dialect, settings }: GuardedWorkspace): Promise<void> {
  const { allowFunctions, allowExtensions, allowSystemCatalogs } = effectiveSettings(settings);
  const verdict = await guardSql(sql, dialect, { allowFunctions, allowExtensions, allowSystemCatalogs });
  if (verdict.allowed) return;
  throw invalidFields([{ field: 'sql', message: `is refused: ${verdict.message.replace(/\.$/, '')}` }]);
}
