import type { BlockHash, DatabaseAnswers, Id, SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { Work } from '@assay/work';
import { effectiveSettings } from './connection.js';
import { schemaForAgents } from './schema-for-agents.js';

const shownStatement = {
  name: 'schema_shown',
  text: 'select descriptions, settings from assay.workspaces where id = $1',
};

const storeStatement = {
  name: 'store_refreshed_schema',
  // a workspace without privileges is being made or erased
  text: `update assay.workspaces set schema_hash = $2, privileges = $3, schema_taken_at = now(), updated_at = now()
     where id = $1 and privileges is not null`,
};

/** Stores a schema that was just read as the snapshot of its workspace, as the workspace shows it. */
export async function storeRefreshedSchema(
  work: { database: Queryable; blocks: Work['blocks'] },
  workspace: Id,
  { schema, privileges }: DatabaseAnswers['introspect'],
): Promise<BlockHash | null> {
  const [row] = await work.database.query<{ descriptions: Record<string, string>; settings: SettingsPatch }>(
    shownStatement,
    [workspace],
  );
  if (row === undefined) return null;
  const { sendRows } = effectiveSettings(row.settings);
  const shown = schemaForAgents(schema, { descriptions: row.descriptions, sendRows });
  const hash = await work.blocks.store(workspace, JSON.stringify(shown));
  await work.database.query(storeStatement, [workspace, hash, JSON.stringify(privileges)]);
  return hash;
}
