import type { Dialect } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'read_dialects', text: 'select distinct dialect from assay.workspaces' };

export async function readDialects(database: Queryable): Promise<Dialect[]> {
  const rows = await database.query<{ dialect: Dialect }>(statement);
  return rows.map(({ dialect }) => dialect);
}
