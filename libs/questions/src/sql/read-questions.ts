import type {
  FailureReason,
  Id,
  Identity,
  JudgeBelief,
  QuestionStatus,
  QuestionView,
  Settings,
  Silver,
  Usage,
  UsedDefinition,
} from '@assay/contracts';
import { nextSteps } from '../record/next-steps.js';
import type { Visibility } from '@assay/contracts/requests';
import { CORRECTED_SQL, IS_CORRECTED, IS_LIKED } from './corrected-sql.js';
import { prepared, type Queryable, type Statement, type Stored, USAGE_COLUMNS, usageOf } from '@assay/persistence';

export interface QuestionRow
  extends Stored<Omit<QuestionView, 'usage' | 'nextSteps' | 'silver' | 'reason' | 'correctedSql'>>, Usage {
  correctedSql: string | null;
  /** For SILVER; null else and in earlier releases. */
  silver: Silver | null;
  /** For FAILED; null else and in earlier releases. */
  reason: FailureReason | null;
  /** Of the person, key or queue that asked. */
  owner: string | null;
  /** The person who asked; null: a key or a queue. */
  person: Id | null;
  identity: Identity | null;
  settings: Settings;
  /** Its webhook is not the workspace's. */
  setsWebhook: boolean;
  models: Record<string, string>;
  judges: JudgeBelief[];
  seed: number;
  schemaHash: string | null;
  stopReason: string | null;
  definitions: UsedDefinition[];
  deadlineAt: Date;
  cancelRequested: boolean;
  /** Ending before the first settlement, if any. */
  ended: Pick<QuestionRow, 'status' | 'case' | 'level' | 'result' | 'confidence'> | null;
}

const COLUMNS = `r.id, q.workspace_id as workspace, q.api_key_id as owner, r.person, q.question, q.requested_level as "requestedLevel", q.level, r.status,
  q."case", q.result, q.confidence, q.contested, q.silver, q.most_likely as "mostLikely", q.reason, r.error, r.created_at as "createdAt", r.finished_at as "finishedAt",
  q.identity, q.settings, coalesce(q.asked_settings -> 'onFinish', 'null') <> 'null' as "setsWebhook", q.models, q.judges, r.seed::double precision as seed, q.schema_hash as "schemaHash", q.definitions, r.stop_reason as "stopReason",
  r.deadline_at as "deadlineAt", r.cancel_requested_at is not null as "cancelRequested", q.summary, q.refusals,
  q.readings, q.open_points as "openPoints", q.ended,
  q.name, q.follows, q.continues, ${IS_LIKED} as liked,
  ${IS_CORRECTED} as corrected, ${CORRECTED_SQL} as "correctedSql", u.*`;

const USAGE = `cross join lateral (
    select ${USAGE_COLUMNS} from assay.steps s where s.run_id = r.id and s.kind = 'model') u`;

/** The newest runs of `assay.runs c` before id $2. The status condition is separate, so that indexes apply. */
const page = (
  ofStatus: string,
): string => `c.product = 'question' and ${ofStatus} and assay.sees($4, c.workspace_id, c.person)
             and c.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
           order by c.id desc limit $3`;

/** Questions with usage; the page is cut first, so usage is summed for its rows only. */
export const pageOf = (name: string, runs: string): Statement => ({
  name,
  text: `select ${COLUMNS}
     from (${runs}) r
     join assay.questions q on q.run_id = r.id ${USAGE}
     order by r.id desc`,
});

const ANY_STATUS = '$1::text is null';
const pageStatement = pageOf('read_questions', `select c.* from assay.runs c where ${page(ANY_STATUS)}`);

// uses each workspace's index in order, without reading other workspaces
const ofWorkspaces = (workspaces: string, ofStatus: string): string =>
  `select p.* from unnest(${workspaces}) as w (id)
           cross join lateral (select c.* from assay.runs c where c.workspace_id = w.id and ${page(ofStatus)}) p
           order by p.id desc limit $3`;

const pageOfWorkspacesStatement = pageOf('read_questions_of_workspaces', ofWorkspaces('$5::uuid[]', ANY_STATUS));

// uses the person's index: most questions of a workspace are of others
const pageOfPersonStatement = pageOf(
  'read_questions_of_person',
  `select c.* from assay.runs c where c.person = $6 and ($5::uuid[] is null or c.workspace_id = any ($5))
           and ${page('($1::text is null or c.status = $1)')}`,
);

// rare statuses are indexed by workspace, so all workspaces are listed
const pageOfStatusStatement = pageOf(
  'read_questions_of_status',
  ofWorkspaces('coalesce($5::uuid[], array(select w.id from assay.workspaces w))', 'c.status = $1'),
);

/** Null outside the caller's visibility. */
export const readQuestion = prepared<[question: Id, visibility: Visibility], QuestionRow>({
  name: 'read_question',
  text: `select ${COLUMNS}
     from assay.runs r join assay.questions q on q.run_id = r.id ${USAGE}
     where r.id = $1 and assay.sees($2, r.workspace_id, r.person)`,
}).first;

export interface QuestionsWanted {
  /** Null: all. */
  workspaces: readonly Id[] | null;
  status: QuestionStatus | null;
  /** Exclusive. */
  before: Id | null;
  limit: number;
  visibility: Visibility;
}

/** Newest first, before the id `before`. */
export async function readQuestions(database: Queryable, filter: QuestionsWanted): Promise<QuestionRow[]> {
  const { workspaces, status, before, limit, visibility } = filter;
  const parameters = [status, before, limit, visibility];
  if (visibility.nobody?.length === 0 && visibility.others?.length === 0) {
    return database.query<QuestionRow>(pageOfPersonStatement, [...parameters, workspaces, visibility.person]);
  }
  if (status !== null) return database.query<QuestionRow>(pageOfStatusStatement, [...parameters, workspaces]);
  return workspaces === null
    ? database.query<QuestionRow>(pageStatement, parameters)
    : database.query<QuestionRow>(pageOfWorkspacesStatement, [...parameters, workspaces]);
}

/** As served. */
export function questionView(row: QuestionRow): QuestionView {
  const { id, workspace, question, requestedLevel, level, status, result, confidence, error } = row;
  const {
    contested,
    silver,
    mostLikely,
    reason,
    summary,
    refusals,
    readings,
    openPoints,
    name,
    follows,
    continues,
    liked,
    corrected,
    correctedSql,
  } = row;
  return {
    id,
    workspace,
    question,
    requestedLevel,
    level,
    status,
    case: row.case,
    result,
    confidence,
    contested,
    ...(silver && { silver }),
    ...(reason && { reason }),
    mostLikely,
    usage: usageOf(row),
    error,
    summary,
    refusals,
    nextSteps: nextSteps(row),
    readings,
    openPoints,
    name,
    follows,
    continues,
    liked,
    corrected,
    ...(correctedSql !== null && { correctedSql }),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
