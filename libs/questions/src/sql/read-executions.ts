import type { Cell, Examination, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'read_executions',
  text: `select id, result -> 'result' -> 'rows' as rows from assay.tasks
     where id = any ($1) and run_id = $2 and jsonb_typeof(result -> 'result') = 'object'`,
};

/** Rows of candidates by examination task; stored only on its answer. */
export async function readExecutionRows(
  database: Queryable,
  run: Id,
  examinations: readonly Id[],
): Promise<Map<Id, Cell[][]>> {
  if (examinations.length === 0) return new Map();
  type Rows = NonNullable<Examination['result']>['rows'];
  const rows = await database.query<{ id: Id; rows: Rows }>(statement, [examinations, run]);
  return new Map(rows.map((row) => [row.id, row.rows]));
}
