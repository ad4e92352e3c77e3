import type { Id, SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'schema_shown',
  text: 'select descriptions, settings from assay.workspaces where id = $1',
};

/** How a workspace shows its schema. */
export interface SchemaViewRow {
  descriptions: Record<string, string>;
  settings: SettingsPatch;
}

export async function readSchemaView(database: Queryable, workspace: Id): Promise<SchemaViewRow | null> {
  const [row] = await database.query<SchemaViewRow>(statement, [workspace]);
  return row ?? null;
}
