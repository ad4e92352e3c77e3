import type { BlockHash, DatabaseAnswers, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { TaskRuntime } from '@assay/work';
import { readSchemaView } from '../sql/read-schema-view.js';
import { rememberNames } from '../sql/schema-names.js';
import { storeSchema } from '../sql/store-schema.js';
import { effectiveSettings } from './connection.js';
import { schemaForAgents } from './schema-for-agents.js';

/** Stores a new schema as the workspace's snapshot. */
export async function storeRefreshedSchema(
  work: { database: Queryable; blocks: TaskRuntime['blocks'] },
  workspace: Id,
  { schema, privileges, profile }: DatabaseAnswers['introspect'],
): Promise<BlockHash | null> {
  const row = await readSchemaView(work.database, workspace);
  if (row === null) return null;
  const { sendRows } = effectiveSettings(row.settings);
  const shown = schemaForAgents(schema, { descriptions: row.descriptions, sendRows });
  const hash = await work.blocks.store(workspace, JSON.stringify(shown));
  const profileHash = profile === undefined ? null : await work.blocks.store(workspace, JSON.stringify(profile));
  await rememberNames(work.database, workspace, schema);
  await storeSchema(work.database, workspace, hash, privileges, profileHash);
  return hash;
}
