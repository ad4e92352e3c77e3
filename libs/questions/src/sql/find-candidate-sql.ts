import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'find_candidate_sql',
  text: `select t.result ->> 'sql' as sql
     from assay.tasks t join assay.stages s on s.id = t.stage_id
     where t.id = $1 and t.run_id = $2 and s.kind = 'generate' and t.status = 'DONE' and (t.result ->> 'valid')::boolean`,
};

/** The SQL of a candidate that was executed; null if the question has no such candidate. */
export async function findCandidateSql(database: Queryable, question: Id, candidate: Id): Promise<string | null> {
  const [row] = await database.query<{ sql: string }>(statement, [candidate, question]);
  return row?.sql ?? null;
}
