import type { Dialect, SettingsPatch } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { invalidFields } from '@assay/contracts/requests';
import { effectiveSettings } from '../workspaces/connection.js';

interface GuardedWorkspace {
  dialect: Dialect;
  settings: SettingsPatch;
}

/**
 * Refuses SQL that the workspace's guard would refuse: as an example it would mislead the model.
 * @throws RequestProblem 422 `VALIDATION_FAILED` naming `sql`
 */
export async function requireReadingSql(sql: string, { dialect, settings }: GuardedWorkspace): Promise<void> {
  const { allowFunctions, allowExtensions, allowSystemCatalogs } = effectiveSettings(settings);
  const verdict = await guardSql(sql, dialect, { allowFunctions, allowExtensions, allowSystemCatalogs });
  if (verdict.allowed) return;
  throw invalidFields([{ field: 'sql', message: `is refused: ${verdict.message.replace(/\.$/, '')}` }]);
}
