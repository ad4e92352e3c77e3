import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'reseal_connection',
  text: 'update assay.workspaces set connection = $3 where id = $1 and connection = $2 returning id',
};

/** False where the workspace was given another connection string meanwhile, which stays. */
export async function replaceConnection(
  database: Queryable,
  workspace: Id,
  known: string,
  sealed: string,
): Promise<boolean> {
  return (await database.query(statement, [workspace, known, sealed])).length > 0;
}
