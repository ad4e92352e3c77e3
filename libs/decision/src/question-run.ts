import type {
  AttemptRecord,
  BlockHash,
  DecisionCase,
  EscalationContext,
  EscalationReason,
  GeneratorPayload,
  Id,
  Level,
  MetricTest,
  NumberedTest,
  QuestionStatus,
  Selection,
  Settings,
  StageCatalog,
  StageKind,
  TaskView,
  WaveRecord,
} from '@assay/contracts';
import type { OddsWeights, Reliabilities } from './odds/odds.js';

/** A question for the pure core: no rows, prompts or raw answers. Times are ms of Postgres's clock. */
export interface QuestionRun {
  id: Id;
  status: QuestionStatus;
  workspace: Id;
  question: string;
  /** Requested level, that of the first attempt. */
  level: Level;
  settings: Settings;
  seed: number;
  /** If true, generation waits for precomputed tests. */
  hasEvidence: boolean;
  /** Taken over from a continued question, for the first attempt. */
  adopted?: readonly GeneratorPayload[];
  /** Adopted candidates are gold SQLs of the identical question; absent: no. */
  isKnown?: boolean;
  metrics?: MetricTest[];
  cancelRequested: boolean;
  /** Model (with effort) by agent and level, `generator BASIC`. */
  models?: Readonly<Record<string, string>>;
  /** Judge reliabilities by level, and weights; absent: defaults. */
  odds?: { reliabilities?: Partial<Record<Level, Reliabilities>>; weights?: OddsWeights };
  /** Share of questions whose uncovered fault is followed up, 0–1; absent: all. */
  followsUncovered?: number;
  deadlineAt: number | null;
  /** Time of the pending `wake-at` command, which is not repeated; null: none. */
  wakeAt: number | null;
  /** Context block, after `build-context`. */
  context: BlockHash | null;
  /** The question's own evidence. */
  evidence?: readonly string[];
  /** Plain words that may be values; set only before the first step. */
  words?: string[];
  /** Formulas of the evidence that no parser reads; set only before generation. */
  brokenFormulas?: string[];
  attempts: AttemptState[];
  stages: StageState[];
}

/** A question asked at the lowest level, before its first step. */
export function newRun(
  asked: Pick<QuestionRun, 'id' | 'workspace' | 'question' | 'settings' | 'seed'> & Partial<QuestionRun>,
): QuestionRun {
  return {
    status: 'QUEUED',
    level: 'BASIC',
    hasEvidence: false,
    cancelRequested: false,
    deadlineAt: null,
    wakeAt: null,
    context: null,
    attempts: [],
    stages: [],
    ...asked,
  };
}

/** One pass at one level, with stored decisions. */
export interface AttemptState extends AttemptDecision {
  /** From 1. */
  ordinal: number;
  level: Level;
  /** Null for the first. */
  reason: EscalationReason | null;
  escalation: EscalationContext | null;
  startedAt: number;
  finishedAt: number | null;
}

/** Fields stored by `decide`; null or empty before. */
export interface AttemptDecision {
  /** Waves of candidates; empty if all were requested at once. */
  waves: WaveRecord[];
  /** Largest class before judging, by a member. */
  leader: { candidate: Id; agreeing: number; of: number } | null;
  tests: TestPlan | null;
  /** Tests were requested again because none was left. */
  askedAgain: boolean;
  case: DecisionCase | null;
  caseBeforeReview: 'C' | null;
  scores: Score[];
  selection: Selection | null;
  /** Candidates that answer despite FAILs, by odds. */
  overruled: Id[];
  /** Generator task id. */
  winner: Id | null;
}

export interface TestPlan {
  /** Kept tests, numbered by moment, batch, position. */
  numbered: NumberedTest[];
  /** Dropped test id → representative id. */
  keptAs: Record<Id, Id>;
  /** Delivered by both moments. */
  before: number;
  /** After exact deduplication. */
  distinct: number;
  /** TestReducer's groups were applied. */
  reduced: boolean;
  added?: AddedTest;
  /** A judge reported an uncovered fault that is not followed up. */
  leftUncovered?: true;
}

/** A requirement from a fault that no test covered. */
export interface AddedTest {
  id: Id;
  /** After all other tests. */
  number: number;
  statement: string;
  /** The evaluation round that judges this test alone; null until a trial finds it demanded. */
  round: number | null;
}

export type Score = AttemptRecord['scores'][number];

export type StageState<Kind extends StageKind = StageKind> = {
  [Each in Kind]: {
    attempt: number;
    kind: Each;
    /** From 1; more for repeated judging and waves. */
    round: number;
    status: 'OPEN' | 'CLOSED';
    startedAt: number;
    tasks: StageTask<Each>[];
  };
}[Kind];

export type StageTask<Kind extends StageKind = StageKind> = TaskView<
  StageCatalog[Kind]['payload'],
  StageCatalog[Kind]['result']
>;

export function currentAttempt(run: QuestionRun): AttemptState | null {
  return run.attempts.at(-1) ?? null;
}

export function roundsOf<Kind extends StageKind>(run: QuestionRun, attempt: number, kind: Kind): StageState<Kind>[] {
  const rounds: StageState[] = run.stages.filter((stage) => stage.attempt === attempt && stage.kind === kind);
  return rounds.sort((left, right) => left.round - right.round) as StageState<Kind>[];
}

export function latestRound<Kind extends StageKind>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageState<Kind> | null {
  return roundsOf(run, attempt, kind).at(-1) ?? null;
}

/** The stage that examines gold SQLs of the identical question. */
export function knownSql(run: QuestionRun, attempt: number): StageState<'generate'> | null {
  const [first] = run.isKnown === true && attempt === 1 ? roundsOf(run, attempt, 'generate') : [];
  return first ?? null;
}

/** The newest that runs, unless a newer one was not examined. */
export function answering({ tasks }: StageState<'generate'>): StageState<'generate'>['tasks'][number] | null {
  const first = tasks.find(({ result }) => result?.valid !== false);
  return first?.result?.valid === true ? first : null;
}

export function wavesOf(run: QuestionRun, attempt: number): StageState<'generate'>[] {
  const known = knownSql(run, attempt);
  const isAnswer = known !== null && answering(known) !== null;
  return roundsOf(run, attempt, 'generate').filter((wave) => isAnswer || wave !== known);
}
