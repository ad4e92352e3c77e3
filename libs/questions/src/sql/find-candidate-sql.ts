import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Null if the question has no such candidate. */
export const findCandidateSql = prepared<[question: Id, candidate: Id], { sql: string }>({
  name: 'find_candidate_sql',
  text: `select t.result ->> 'sql' as sql
     from assay.tasks t join assay.stages s on s.id = t.stage_id
     where t.run_id = $1 and t.id = $2 and s.kind = 'generate' and t.status = 'DONE' and (t.result ->> 'valid')::boolean`,
}).value((row) => row?.sql ?? null);
