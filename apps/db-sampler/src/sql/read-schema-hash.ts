import type { BlockHash, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'schema_hash', text: 'select schema_hash as hash from assay.workspaces where id = $1' };

export async function readSchemaHash(database: Queryable, workspace: Id): Promise<BlockHash | null> {
  const [row] = await database.query<{ hash: BlockHash | null }>(statement, [workspace]);
  return row?.hash ?? null;
}
