import type { GeneratorPayload, Id, Level, QuestionStatus, Settings } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** A question whose candidates another one may take over. */
export interface ContinuedQuestion {
  workspace: Id;
  status: QuestionStatus;
  effort: Settings['effort'];
  question: string;
  evidence: string[];
  level: Level;
  follows: Id | null;
  /** Valid candidates of the answer's attempt (without an answer, of the last), the answer first. */
  candidates: GeneratorPayload[];
}

/** Null if it was erased since. */
export const findContinued = prepared<[question: Id], ContinuedQuestion>({
  name: 'find_continued',
  text: `with candidates as (
       select s.attempt, t.ordinal, t.payload, t.result,
              t.result ->> 'sql' is not distinct from q.result #>> '{sqlList,0,sql}' as is_answer
       from assay.stages s join assay.tasks t on t.stage_id = s.id join assay.questions q on q.run_id = s.run_id
       where s.run_id = $1 and s.kind = 'generate' and t.status = 'DONE' and (t.result ->> 'valid')::boolean
     )
     select q.workspace_id as workspace, r.status, q.settings ->> 'effort' as effort, q.question, q.evidence, q.level,
            q.follows, coalesce((
              select jsonb_agg(jsonb_build_object(
                'strategy', c.payload -> 'strategy', 'temperature', c.payload -> 'temperature',
                'adopt', jsonb_strip_nulls(jsonb_build_object(
                  'sql', c.result -> 'sql', 'reasoning', c.result -> 'reasoning', 'summary', c.result -> 'summary',
                  'model', c.result -> 'model'))) order by not c.is_answer, c.ordinal)
              from candidates c
              where c.attempt = (select coalesce(max(o.attempt) filter (where o.is_answer), max(o.attempt))
                                 from candidates o)), '[]') as candidates
     from assay.questions q join assay.runs r on r.id = q.run_id
     where q.run_id = $1`,
}).first;
