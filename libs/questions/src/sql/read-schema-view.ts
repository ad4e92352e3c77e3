import type { BlockHash, Id, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface SchemaViewRow {
  descriptions: Record<string, string>;
  settings: SettingsPatch;
  hash: BlockHash | null;
}

export const readSchemaView = prepared<[workspace: Id], SchemaViewRow>({
  name: 'schema_shown',
  text: 'select descriptions, settings, schema_hash as hash from assay.workspaces where id = $1',
}).first;
