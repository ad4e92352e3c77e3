import { DEFAULT_SETTINGS, type BlockHash, type Id, type QuestionStatus, type Settings } from '@assay/contracts';
import type { AttemptState, QuestionRun, StageState } from '@assay/decision';
import { stagesOf, type Queryable, type RunRow, type StageRow } from '@assay/persistence';
import { reliabilitiesOf } from '../intake/judges-of.js';
import { metricTests } from './metric-tests.js';
import { readQuestionRun, type AttemptRow } from '../sql/read-question-run.js';

/** A question for the coordinator: the pure core's view and the executor's data. */
export interface LoadedQuestion {
  run: QuestionRun;
  /** Of the same snapshot as the rest. */
  row: RunRow;
  evidence: string[];
  follows: Id | null;
  /** Gold SQL to exclude from prompts. */
  leavesOut: Id | null;
  /** The question caused a schema refresh, but its context holds the older schema. */
  usesOlderSchema: boolean;
  workspace: WorkspaceFacts;
  stages: readonly StageRow[];
  /** By attempt, kind and round. */
  stageIds: ReadonlyMap<string, Id>;
}

export interface WorkspaceFacts {
  id: Id;
  dialect: string;
  directives: string | null;
  evidence: string[];
  schemaHash: BlockHash | null;
  profileHash: BlockHash | null;
  /** HMAC key of fence nonces. */
  promptSecret: string;
  /** Open tasks of its questions, counted over `MOST_RUNS`; more means lower priority. */
  openTasks: number;
}

/** Values of missing settings in questions of earlier releases. */
const EARLIER_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  judge: 'text',
  effort: 'exhaustive',
  verdicts: 'final',
  allowSilver: false,
};

export function stageKey(attempt: number, kind: string, round: number): string {
  return `${attempt} ${kind} ${round}`;
}

/**
 * One query and snapshot, without target rows, prompts or raw answers. Null if absent.
 * @param closed stages that the caller has cached
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
      settings: { ...EARLIER_SETTINGS, ...row.settings },
      seed: row.seed,
      evidence: row.evidence,
      adopted: row.adopted,
      isKnown: row.isKnown,
      hasEvidence: row.evidence.length > 0 || row.workspaceEvidence.length > 0 || row.definitions.length > 0,
      metrics: metricTests(row.definitions),
      cancelRequested: row.cancelRequested,
      models: row.models,
      odds: { reliabilities: reliabilitiesOf(row.judges) },
      followsUncovered: row.judges.find(({ agent }) => agent === 'evaluator')?.followsUncovered ?? 1,
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
    usesOlderSchema: row.usesOlderSchema === true,
    workspace: {
      id: row.workspace,
      dialect: row.dialect,
      directives: row.directives,
      evidence: row.workspaceEvidence,
      schemaHash: row.schemaHash,
      profileHash: row.profileHash,
      promptSecret: row.promptSecret,
      openTasks: row.openTasks,
    },
    stageIds: new Map(stages.map((stage) => [stageKey(stage.attempt, stage.kind, stage.round), stage.id])),
  };
}

/** Ids break ties within a millisecond. */
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
    leader: row.decisions.leader ?? null,
    tests: row.decisions.tests ?? null,
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
