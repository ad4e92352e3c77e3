import { EARLIER_QUESTIONS, type EarlierQuestion, type Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import { CORRECTED_SQL } from './corrected-sql.js';

/** Followed-up questions, oldest first: the latest `EARLIER_QUESTIONS`, with corrected or winning SQL. */
export const readEarlier = prepared<[question: Id], EarlierQuestion>({
  name: 'read_earlier_questions',
  text: `with recursive thread as (
       select q.follows as id, 1 as back from assay.questions q where q.run_id = $1
       union all
       select q.follows, t.back + 1 from thread t join assay.questions q on q.run_id = t.id
       where t.back < ${EARLIER_QUESTIONS}
     )
     select q.question, coalesce(${CORRECTED_SQL}, case when r.status in ('GOLD', 'SILVER') then q.result #>> '{sqlList,0,sql}' end) as sql
     from thread t join assay.questions q on q.run_id = t.id join assay.runs r on r.id = t.id
     order by t.back desc`,
}).all;
