import type { Id, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface SchemaViewRow {
  descriptions: Record<string, string>;
  settings: SettingsPatch;
}

export const readSchemaView = prepared<[workspace: Id], SchemaViewRow>({
  name: 'schema_shown',
  text: 'select descriptions, settings from assay.workspaces where id = $1',
}).first;
