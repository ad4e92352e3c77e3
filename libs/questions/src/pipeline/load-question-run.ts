import {
  DEFAULT_SETTINGS,
  type BlockHash,
  type DecisionCase,
  type EscalationContext,
  type EscalationReason,
  type Id,
  type Level,
  type QuestionStatus,
  type Settings,
} from '@assay/contracts';
import type { AttemptDecision, AttemptState, QuestionRun, StageState } from '@assay/decision';
import {
  RUN_COLUMNS,
  STAGES_OF_RUN,
  stagesOf,
  type Queryable,
  type RunRow,
  type StageJson,
  type StageRow,
} from '@assay/persistence';

/** A question as the coordinator works on it: the pure core's view, and what only the executor needs. */
export interface LoadedQuestion {
  run: QuestionRun;
  /** The run's own row, of the same moment as all else. */
  row: RunRow;
  evidence: string[];
  /** True where the workspace's schema was read anew because of this question, and its agents are told of an older one. */
  toldOfOlderSchema: boolean;
  workspace: WorkspaceFacts;
  /** The rows of its stages, in their order. */
  stages: readonly StageRow[];
  /** Ids of the stages, by attempt, kind and round. */
  stageIds: ReadonlyMap<string, Id>;
}

/** What the executor needs to know of the workspace. */
export interface WorkspaceFacts {
  id: Id;
  dialect: string;
  directives: string | null;
  evidence: string[];
  schemaHash: BlockHash | null;
  /** Open tasks of its questions, of `MOST_RUNS` at most: the busier a workspace, the later its next jobs. */
  openTasks: number;
}

interface QuestionRow extends RunRow {
  workspace: Id;
  question: string;
  evidence: string[];
  requestedLevel: Level;
  settings: Settings;
  context: BlockHash | null;
  toldOfOlderSchema: boolean | null;
  wakeAt: Date | null;
  dialect: string;
  directives: string | null;
  workspaceEvidence: string[];
  schemaHash: BlockHash | null;
  openTasks: number;
  attempts: AttemptRow[];
  stages: StageJson[];
}

interface AttemptRow {
  ordinal: number;
  level: Level;
  reason: EscalationReason | null;
  case: DecisionCase | null;
  case_before_review: 'C' | null;
  escalation: EscalationContext | null;
  decisions: Partial<Pick<AttemptDecision, 'tests' | 'scores' | 'selection' | 'winner'>>;
  started_at: string;
  finished_at: string | null;
}

/** Open questions of a workspace that are looked at for how busy it is: so many make it as busy as can be told. */
const MOST_RUNS = 100;

const statement = {
  name: 'load_question',
  text: `select ${RUN_COLUMNS}, q.question, q.evidence, q.requested_level as "requestedLevel", q.settings, q.context_hash as context,
            q.schema_looked_at is not null and q.schema_hash <> w.schema_hash as "toldOfOlderSchema",
            r.wake_at as "wakeAt", w.dialect, w.directives, w.evidence as "workspaceEvidence",
            w.schema_hash as "schemaHash",
            (select coalesce(sum(s.open_tasks), 0)::integer
             from (select o.id from assay.runs o where o.finished_at is null and o.workspace_id = w.id
                   limit ${MOST_RUNS}) open
             join assay.stages s on s.run_id = open.id and s.closed_at is null) as "openTasks",
            coalesce((select json_agg(to_json(a) order by a.ordinal) from assay.attempts a where a.run_id = q.run_id),
                     '[]') as attempts,
            ${STAGES_OF_RUN} as stages
     from assay.questions q
     join assay.runs r on r.id = q.run_id
     join assay.workspaces w on w.id = q.workspace_id
     where q.run_id = $1`,
};

/** The key of a stage among those of its run. */
export function stageKey(attempt: number, kind: string, round: number): string {
  return `${attempt} ${kind} ${round}`;
}

/**
 * Reads a run and what belongs to it, all of one moment: one query, no rows of target databases, no prompts, no raw
 * answers. Null where there is no such question.
 *
 * @param closed stages that the caller has already: one that is closed never changes
 */
export async function loadQuestionRun(
  connection: Queryable,
  id: Id,
  closed: readonly StageRow[] = [],
): Promise<LoadedQuestion | null> {
  const [row] = await connection.query<QuestionRow>(statement, [id, closed.map((stage) => stage.id)]);
  if (!row) return null;
  const stages = [...closed, ...stagesOf(row.stages)].sort(byStart);
  return {
    run: {
      id,
      status: row.status as QuestionStatus,
      workspace: row.workspace,
      question: row.question,
      level: row.requestedLevel,
      // a question of an earlier release has no settings that came later
      settings: { ...DEFAULT_SETTINGS, ...row.settings },
      seed: row.seed,
      hasEvidence: row.evidence.length > 0 || row.workspaceEvidence.length > 0,
      cancelRequested: row.cancelRequested,
      deadlineAt: row.deadlineAt.getTime(),
      wakeAt: row.wakeAt?.getTime() ?? null,
      context: row.context,
      attempts: row.attempts.map(attemptOf),
      stages: stages.map(stageOf),
    },
    row,
    stages,
    evidence: row.evidence,
    toldOfOlderSchema: row.toldOfOlderSchema === true,
    workspace: {
      id: row.workspace,
      dialect: row.dialect,
      directives: row.directives,
      evidence: row.workspaceEvidence,
      schemaHash: row.schemaHash,
      openTasks: row.openTasks,
    },
    stageIds: new Map(stages.map((stage) => [stageKey(stage.attempt, stage.kind, stage.round), stage.id])),
  };
}

/** Ids are ordered by time too, and tell those apart that began in one millisecond. */
function byStart(left: StageRow, right: StageRow): number {
  return left.startedAt.getTime() - right.startedAt.getTime() || (left.id < right.id ? -1 : 1);
}

function attemptOf(row: AttemptRow): AttemptState {
  return {
    ordinal: row.ordinal,
    level: row.level,
    reason: row.reason,
    escalation: row.escalation,
    startedAt: Date.parse(row.started_at),
    finishedAt: row.finished_at === null ? null : Date.parse(row.finished_at),
    case: row.case,
    caseBeforeReview: row.case_before_review,
    tests: row.decisions.tests ?? null,
    scores: row.decisions.scores ?? [],
    selection: row.decisions.selection ?? null,
    winner: row.decisions.winner ?? null,
  };
}

function stageOf(row: StageRow): StageState {
  return {
    attempt: row.attempt,
    kind: row.kind,
    round: row.round,
    status: row.closedAt === null ? 'OPEN' : 'CLOSED',
    startedAt: row.startedAt.getTime(),
    tasks: row.tasks.map((task) => ({
      id: task.id,
      ordinal: task.ordinal,
      status: task.status,
      payload: task.payload,
      result: task.result,
      error: task.status === 'DEAD' ? task.error : null,
      straggler: task.straggler,
      duplicateOf: task.duplicateOf,
      elapsedMs:
        task.finishedAt !== null && task.claimedAt !== null
          ? task.finishedAt.getTime() - task.claimedAt.getTime()
          : null,
      endedAfterMs: task.finishedAt === null ? null : task.finishedAt.getTime() - row.startedAt.getTime(),
    })),
  } as StageState;
}
