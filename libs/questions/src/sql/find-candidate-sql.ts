import type { Id, ResultTable } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** The SQL of a candidate that was executed, and its stored result; null if the question has no such candidate. */
export const findCandidateSql = prepared<[question: Id, candidate: Id], { sql: string; result: ResultTable | null }>({
  name: 'find_candidate_sql',
  text: `select t.result ->> 'sql' as sql, examined.result -> 'result' as result
     from assay.tasks t join assay.stages s on s.id = t.stage_id
     left join assay.tasks examined on examined.run_id = t.run_id and examined.id::text = t.result ->> 'examination'
     where t.run_id = $1 and t.id = $2 and s.kind = 'generate' and t.status = 'DONE' and (t.result ->> 'valid')::boolean`,
}).first;
