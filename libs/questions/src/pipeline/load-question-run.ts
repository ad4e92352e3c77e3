import { DEFAULT_SETTINGS, type BlockHash, type Id, type QuestionStatus, type Settings } from '@assay/contracts';
import type { AttemptState, QuestionRun, StageState } from '@assay/decision';
import { stagesOf, type Queryable, type RunRow, type StageRow } from '@assay/persistence';
import { reliabilitiesOf } from '../intake/judges-of.js';
import { metricTests } from './metric-tests.js';
import { readQuestionRun, type AttemptRow } from '../sql/read-question-run.js';

/** A question as the coordinator works on it: the pure core's view, and what only the executor needs. */
export interface LoadedQuestion {
  run: QuestionRun;
  /** The run's own row, of the same moment as all else. */
  row: RunRow;
  evidence: string[];
  /** The question that it follows up. */
  follows: Id | null;
  /** The gold SQL that its prompts are not to show. */
  leavesOut: Id | null;
  /** True where the workspace's schema was refreshed because of this question, and its agents know an older one. */
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
  profileHash: BlockHash | null;
  /** Open tasks of its questions, of `MOST_RUNS` at most: the busier a workspace, the later its next jobs. */
  openTasks: number;
}

/** What a question of an earlier release went by where it says nothing. */
const EARLIER_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  judge: 'text',
  effort: 'exhaustive',
  verdicts: 'final',
  allowSilver: false,
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
  const row = await readQuestionRun(connection, id, closed);
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
      settings: { ...EARLIER_SETTINGS, ...row.settings },
      seed: row.seed,
      evidence: row.evidence,
      hasEvidence: row.evidence.length > 0 || row.workspaceEvidence.length > 0 || row.definitions.length > 0,
      metrics: metricTests(row.definitions),
      cancelRequested: row.cancelRequested,
      models: row.models,
      odds: { reliabilities: reliabilitiesOf(row.judges) },
      deadlineAt: row.deadlineAt.getTime(),
      wakeAt: row.wakeAt?.getTime() ?? null,
      context: row.context,
      attempts: row.attempts.map(attemptOf),
      stages: stages.map(stageOf),
    },
    row,
    stages,
    evidence: row.evidence,
    follows: row.follows,
    leavesOut: row.leavesOut,
    toldOfOlderSchema: row.toldOfOlderSchema === true,
    workspace: {
      id: row.workspace,
      dialect: row.dialect,
      directives: row.directives,
      evidence: row.workspaceEvidence,
      schemaHash: row.schemaHash,
      profileHash: row.profileHash,
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
    waves: row.decisions.waves ?? [],
    tests: row.decisions.tests ?? null,
    judgedFrom: row.decisions.judgedFrom ?? 1,
    askedAgain: row.decisions.askedAgain ?? false,
    scores: row.decisions.scores ?? [],
    selection: row.decisions.selection ?? null,
    overruled: row.decisions.overruled ?? [],
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
