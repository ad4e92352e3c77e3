import type { BlockHash, DatabaseAnswers, Id, SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { TaskRuntime } from '@assay/work';
import { readSchemaView } from '../sql/read-schema-view.js';
import { rememberNames } from '../sql/schema-names.js';
import { storeSchema } from '../sql/store-schema.js';
import { schemaForAgents } from './schema-for-agents.js';
import { keepsSnapshot } from './workspace-change.js';

/**
 * Null, and nothing is stored, if the settings have changed what it shows since the read.
 * @param from the only snapshot that it may replace; absent: any
 */
export async function storeRefreshedSchema(
  work: { database: Queryable; blocks: TaskRuntime['blocks'] },
  workspace: Id,
  { schema, privileges, profile }: DatabaseAnswers['introspect'],
  settings: SettingsPatch,
  from?: BlockHash,
): Promise<BlockHash | null> {
  const row = await readSchemaView(work.database, workspace);
  if (row === null || !keepsSnapshot(row.settings, settings)) return null;
  if (from !== undefined && row.hash !== from) return null;
  const hash = await work.blocks.store(workspace, JSON.stringify(schemaForAgents(schema, row)));
  const profileHash = profile === undefined ? null : await work.blocks.store(workspace, JSON.stringify(profile));
  const taken = { hash, tableCount: schema.tables.length, privileges, profileHash };
  if (!(await storeSchema(work.database, workspace, taken, row.settings))) return null;
  await rememberNames(work.database, workspace, schema);
  return hash;
}
