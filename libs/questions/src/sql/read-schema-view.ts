import type { Id, SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'schema_shown',
  text: 'select descriptions, settings from assay.workspaces where id = $1',
};

/** What a workspace says of how its schema is shown. */
export interface SchemaViewRow {
  descriptions: Record<string, string>;
  settings: SettingsPatch;
}

/** Null where there is no such workspace. */
export async function readSchemaView(database: Queryable, workspace: Id): Promise<SchemaViewRow | null> {
  const [row] = await database.query<SchemaViewRow>(statement, [workspace]);
  return row ?? null;
}
