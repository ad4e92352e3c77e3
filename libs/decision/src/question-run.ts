import type {
  AttemptRecord,
  BlockHash,
  DecisionCase,
  EscalationContext,
  EscalationReason,
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

/**
 * What a question's record looks like to the pure core: no rows, no prompts, no raw answers.
 * All times are milliseconds of Postgres's clock.
 */
export interface QuestionRun {
  id: Id;
  status: QuestionStatus;
  workspace: Id;
  question: string;
  /** The level that was asked for; the first attempt's. */
  level: Level;
  settings: Settings;
  /** Seed of every shuffle and coin of this question. */
  seed: number;
  /** Whether question or workspace carries evidence: generation then waits for the precomputed tests. */
  hasEvidence: boolean;
  /** Tests that the definitions of the metrics make which it asks for; absent or empty where it asks for none. */
  metrics?: MetricTest[];
  cancelRequested: boolean;
  /** Model (with its effort) by agent and level, `generator BASIC`; absent or empty where that is not known. */
  models?: Readonly<Record<string, string>>;
  /** What odds are made of: how often the judges of each level are right, and the weights; absent: the defaults. */
  odds?: { reliabilities?: Partial<Record<Level, Reliabilities>>; weights?: OddsWeights };
  /** When the question must have ended; null for never. */
  deadlineAt: number | null;
  /**
   * The moment that the last `wake-at` asked for; null when none is pending. An executor whose every write replaces the
   * pending moment passes null, and is told the moment each time.
   */
  wakeAt: number | null;
  /** The question's context block, once `build-context` has been carried out. */
  context: BlockHash | null;
  /** Evidence of the question itself; absent or empty if none. */
  evidence?: readonly string[];
  /** Plain words in question and evidence that may be values, judged by the schema; set while nothing has begun. */
  words?: string[];
  attempts: AttemptState[];
  stages: StageState[];
}

/** One pass of the question at one level, with everything that earlier decisions stored on it. */
export interface AttemptState extends AttemptDecision {
  /** From 1. */
  ordinal: number;
  level: Level;
  /** Why it began; null for the first one. */
  reason: EscalationReason | null;
  /** The failures of earlier levels that this attempt's prompts carry. */
  escalation: EscalationContext | null;
  startedAt: number;
  finishedAt: number | null;
}

/** What `decide` stores on an attempt, field by field; null (or empty) until decided. */
export interface AttemptDecision {
  /** How candidates were asked for; empty where all are asked for at once. */
  waves: WaveRecord[];
  tests: TestPlan | null;
  /** The first round of evaluations by the attempt's tests: earlier ones judged by fewer. */
  judgedFrom: number;
  /** Whether tests were asked for once more, because none was left. */
  askedAgain: boolean;
  case: DecisionCase | null;
  caseBeforeReview: 'C' | null;
  scores: Score[];
  selection: Selection | null;
  /** Candidates that answer in spite of their FAILs: the odds overrule these. */
  overruled: Id[];
  /** The candidate (its generator task's id) that this attempt gives to the question. */
  winner: Id | null;
}

/** The tests judged in an attempt, and what became of all the others. */
export interface TestPlan {
  /** Kept tests, numbered 1…n in the order moment, batch, position: the numbers that judges see. */
  numbered: NumberedTest[];
  /** Id of each test that is not kept → id of the kept test that stands for it. */
  keptAs: Record<Id, Id>;
  /** Tests delivered by both moments together. */
  before: number;
  /** Tests left after exact deduplication. */
  distinct: number;
  /** Whether TestReducer's groups were applied. */
  reduced: boolean;
  /** The requirement that a judge added; absent where none did. */
  added?: AddedTest;
}

/** A requirement from a fault that no other test covers: the one test of an attempt that no test writer wrote. */
export interface AddedTest {
  id: Id;
  /** After all other tests of the attempt. */
  number: number;
  statement: string;
  /** The round of evaluations that judges by it alone; null until a trial finds it demanded. */
  round: number | null;
}

/** How one candidate fared with one judge. */
export type Score = AttemptRecord['scores'][number];

/** One stage with its tasks in ordinal order, typed by its kind. */
export type StageState<Kind extends StageKind = StageKind> = {
  [Each in Kind]: {
    attempt: number;
    kind: Each;
    /** From 1; a stage has more than one where candidates are judged once more, or are asked for in waves. */
    round: number;
    status: 'OPEN' | 'CLOSED';
    startedAt: number;
    tasks: StageTask<Each>[];
  };
}[Kind];

/** One task of a stage of this kind. */
export type StageTask<Kind extends StageKind = StageKind> = TaskView<
  StageCatalog[Kind]['payload'],
  StageCatalog[Kind]['result']
>;

/** The attempt in progress (the last one), or null before the first. */
export function currentAttempt(run: QuestionRun): AttemptState | null {
  return run.attempts.at(-1) ?? null;
}

/** All rounds of one stage kind of an attempt, in order of their rounds. */
export function roundsOf<Kind extends StageKind>(run: QuestionRun, attempt: number, kind: Kind): StageState<Kind>[] {
  const rounds: StageState[] = run.stages.filter((stage) => stage.attempt === attempt && stage.kind === kind);
  return rounds.sort((left, right) => left.round - right.round) as StageState<Kind>[];
}

/** The latest round of one stage kind of an attempt, or null when it has not begun. */
export function latestRound<Kind extends StageKind>(
  run: QuestionRun,
  attempt: number,
  kind: Kind,
): StageState<Kind> | null {
  return roundsOf(run, attempt, kind).at(-1) ?? null;
}
