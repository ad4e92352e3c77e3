import type { BlockHash, Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export const readSchemaHash = prepared<[workspace: Id], { hash: BlockHash | null }>({
  name: 'schema_hash',
  text: 'select schema_hash as hash from assay.workspaces where id = $1',
}).value((row) => row?.hash ?? null);
