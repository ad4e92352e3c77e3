import type { EvaluationOutcome, Id, QuestionStatus } from '@assay/contracts';
import { prepared, type Queryable, toJsonb } from '@assay/persistence';
import { learned, type TalliedJudge } from './judge-tallies.js';

export interface ClaimedEvaluation {
  id: Id;
  workspace: Id;
  /** The person who started it; null: a key. */
  payer: Id | null;
}

export interface OpenAnswer {
  goldSql: Id;
  repeat: number;
  question: string;
  sql: string;
  /** Other correct SQLs of the same question. */
  others: string[];
  evidence: string | null;
  /** Null before it is asked. */
  run: Id | null;
  status: QuestionStatus | null;
  winner: string | null;
  error: { code: string; message: string } | null;
}

export interface Judgement {
  outcome: EvaluationOutcome;
  winner: string | null;
  message: string | null;
}

// idempotent: tallies change only at the first verdict
const judgedStatement = {
  name: 'judge_evaluation_answer',
  text: `with judged as (
       update assay.workspace_evaluation_answers set outcome = $4, winner = $5, message = $6
       where evaluation_id = $1 and gold_sql_id = $2 and repeat = $3 and outcome is null
       returning evaluation_id
     )
     ${learned('e.workspace_id', 'judged join assay.workspace_evaluations e on e.id = judged.evaluation_id', '$7::jsonb')}`,
};

/** Leases an open evaluation for some seconds; null if none is free. */
export const claimEvaluation = prepared<[seconds: number], ClaimedEvaluation>({
  name: 'claim_workspace_evaluation',
  text: `update assay.workspace_evaluations e set claimed_until = now() + make_interval(secs => $1)
     where e.id = (select id from assay.workspace_evaluations where finished_at is null and claimed_until <= now()
                   order by claimed_until limit 1 for update skip locked)
     returning e.id, e.workspace_id as workspace,
               (select p.id from assay.people p where p.id::text = e.owner) as payer`,
}).first;

/** Effective after some seconds. */
export const releaseEvaluation = prepared<[evaluation: Id, seconds: number, waitingFor: string | null]>({
  name: 'release_workspace_evaluation',
  text: `update assay.workspace_evaluations set claimed_until = now() + make_interval(secs => $2), waiting_for = $3
     where id = $1 and finished_at is null`,
}).run;

/** Ends it; false if it has ended or answers are undecided. */
export const finishEvaluation = prepared<[evaluation: Id]>({
  name: 'finish_workspace_evaluation',
  text: `update assay.workspace_evaluations e set finished_at = now(), waiting_for = null
     where e.id = $1 and e.finished_at is null and not exists (
       select 1 from assay.workspace_evaluation_answers a where a.evaluation_id = e.id and a.outcome is null)
     returning e.id`,
}).any;

/** Asked ones first, then by repeat. */
export const readOpenAnswers = prepared<[evaluation: Id, limit: number], OpenAnswer>({
  name: 'read_open_evaluation_answers',
  text: `select a.gold_sql_id as "goldSql", a.repeat, a.question, a.sql, a.other_sqls as others, a.evidence, a.run_id as run, r.status, r.error,
            case when r.status in ('GOLD', 'SILVER') then q.result #>> '{sqlList,0,sql}' end as winner
     from assay.workspace_evaluation_answers a
     left join assay.runs r on r.id = a.run_id left join assay.questions q on q.run_id = a.run_id
     where a.evaluation_id = $1 and a.outcome is null
     order by a.run_id is null, a.repeat, a.gold_sql_id limit $2`,
}).all;

/** Once, with the judges' tallies. */
export async function recordJudged(
  database: Queryable,
  evaluation: Id,
  { goldSql, repeat }: Pick<OpenAnswer, 'goldSql' | 'repeat'>,
  { outcome, winner, message }: Judgement,
  lessons: readonly TalliedJudge[] = [],
): Promise<void> {
  await database.query(judgedStatement, [evaluation, goldSql, repeat, outcome, winner, message, toJsonb(lessons)]);
}
