import type { EvaluationAnswer, EvaluationOutcome, Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface EvaluationRow {
  id: Id;
  workspace: Id;
  repeats: number;
  schemaHash: string | null;
  /** By agent and level. */
  models: Record<string, string>;
  prompts: string;
  waitingFor: string | null;
  cancelled: boolean;
  createdAt: Date;
  finishedAt: Date | null;
  outcomes: Partial<Record<EvaluationOutcome, number>>;
  /** Right answers by gold SQL. */
  right: number[];
}

export interface NewEvaluation {
  id: Id;
  workspace: Id;
  repeats: number;
  /** Most gold SQLs; the newest are taken. */
  most: number;
  schemaHash: string | null;
  models: Record<string, string>;
  prompts: string;
  owner: string;
}

const COLUMNS = `e.id, e.workspace_id as workspace, e.repeats, e.schema_hash as "schemaHash", e.models, e.prompts,
  e.waiting_for as "waitingFor", e.cancelled, e.created_at as "createdAt", e.finished_at as "finishedAt",
  (select coalesce(jsonb_object_agg(o.outcome, o.answers), '{}')
   from (select a.outcome, count(*) as answers from assay.workspace_evaluation_answers a
         where a.evaluation_id = e.id and a.outcome is not null group by a.outcome) o) as outcomes,
  (select coalesce(jsonb_agg(g.answers), '[]')
   from (select count(*) filter (where a.outcome = 'right') as answers from assay.workspace_evaluation_answers a
         where a.evaluation_id = e.id group by a.gold_sql_id) g) as right`;

/** The number of questions; 0, and nothing written, without gold SQLs. */
// a question with several gold SQLs and equal evidence is asked once, for the newest
export const insertEvaluation = prepared<[evaluation: NewEvaluation]>(
  {
    name: 'insert_workspace_evaluation',
    text: `with gold as (
       select (array_agg(id order by created_at desc, id desc))[1] as id,
              (array_agg(question order by created_at desc, id desc))[1] as question,
              (array_agg(evidence order by created_at desc, id desc))[1] as evidence,
              (array_agg(sql order by created_at desc, id desc))[1] as sql,
              to_jsonb((array_agg(sql order by created_at desc, id desc))[2:]) as others
       from assay.gold_sqls where workspace_id = $2::uuid and set_aside is null
       group by lower(btrim(question, E' \\t\\r\\n')), coalesce(evidence, '')
       order by max(created_at) desc limit $4
     ), evaluation as (
       insert into assay.workspace_evaluations (id, workspace_id, repeats, schema_hash, models, prompts, owner)
       select $1::uuid, $2::uuid, $3::integer, $5, $6::jsonb, $7, $8 where exists (select 1 from gold)
       returning id
     )
     insert into assay.workspace_evaluation_answers (evaluation_id, gold_sql_id, repeat, question, sql, evidence, other_sqls)
     select e.id, g.id, n, g.question, g.sql, g.evidence, g.others
     from evaluation e, gold g, generate_series(1, $3::integer) n
     returning gold_sql_id`,
  },
  ({ id, workspace, repeats, most, schemaHash, models, prompts, owner }) => [
    id,
    workspace,
    repeats,
    most,
    schemaHash,
    JSON.stringify(models),
    prompts,
    owner,
  ],
).count;

export const readEvaluations = prepared<[workspace: Id, before: Id | null, limit: number], EvaluationRow>({
  name: 'read_workspace_evaluations',
  text: `select ${COLUMNS} from assay.workspace_evaluations e
     where e.workspace_id = $1 and ($2::uuid is null or e.id < $2::uuid) order by e.id desc limit $3`,
}).all;

export const readEvaluation = prepared<[workspace: Id, evaluation: Id], EvaluationRow>({
  name: 'read_workspace_evaluation',
  text: `select ${COLUMNS} from assay.workspace_evaluations e where e.workspace_id = $1 and e.id = $2`,
}).first;

export const readEvaluationAnswers = prepared<[evaluation: Id], EvaluationAnswer>({
  name: 'read_evaluation_answers',
  text: `select gold_sql_id as "goldSql", question, sql, repeat, run_id as asked, outcome, winner, message
     from assay.workspace_evaluation_answers where evaluation_id = $1 order by gold_sql_id desc, repeat`,
}).all;

/** False if it has ended. */
export const cancelEvaluation = prepared<[evaluation: Id]>({
  name: 'cancel_workspace_evaluation',
  text: `update assay.workspace_evaluations set cancelled = true, finished_at = now(), waiting_for = null
     where id = $1 and finished_at is null returning id`,
}).any;

export const openRunsOf = prepared<[evaluation: Id], { id: Id }>({
  name: 'read_open_runs_of_evaluation',
  text: `select run_id as id from assay.workspace_evaluation_answers
     where evaluation_id = $1 and outcome is null and run_id is not null`,
}).map(({ id }) => id);
