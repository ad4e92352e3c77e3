import type {
  Contested,
  DecisionCase,
  ErrorNote,
  EscalationContext,
  EscalationReason,
  FailureReason,
  Id,
  Level,
  MostLikely,
  OpenPoint,
  QuestionEvent,
  QuestionResult,
  QuestionStatus,
  Reading,
  Silver,
  StageCatalog,
  StageKind,
} from '@assay/contracts';
import type { AttemptDecision } from './question-run.js';

/**
 * What the executor is to do, in this order and in one transaction. Plain serialisable values; stages and tasks that do
 * not exist yet are named by (attempt, kind, round, ordinal), their ids are the executor's.
 */
export type Command =
  StartAttempt | EndAttempt | StartStage | CloseStage | Decide | BuildContext | WakeAt | EmitEvent | Finish;

/** A new attempt; it makes the run's status RUNNING, and this level the level reached. */
export interface StartAttempt {
  type: 'start-attempt';
  /** From 1. */
  attempt: number;
  level: Level;
  reason: EscalationReason | null;
  escalation: EscalationContext | null;
}

/** The attempt's `finishedAt` is now. */
export interface EndAttempt {
  type: 'end-attempt';
  attempt: number;
}

/** A new stage with all its tasks, READY. */
export type StartStage<Kind extends StageKind = StageKind> = {
  [Each in Kind]: {
    type: 'start-stage';
    attempt: number;
    kind: Each;
    round: number;
    input: StageCatalog[Each]['input'];
    tasks: PlannedTask<Each>[];
    /**
     * The run wants its next step when no more than this many of the stage's tasks are open, and when none is: 0 for
     * stages that wait for all, more where stragglers may be left behind.
     */
    advanceAt: number;
  };
}[Kind];

export interface PlannedTask<Kind extends StageKind = StageKind> {
  /** From 1. */
  ordinal: number;
  payload: StageCatalog[Kind]['payload'];
  /** Seed of whatever the task shuffles or draws; 32 bits, unsigned. */
  seed: number;
}

/** The stage is CLOSED; tasks that are still open are cancelled and write nothing any more. */
export interface CloseStage {
  type: 'close-stage';
  attempt: number;
  kind: StageKind;
  round: number;
  /** Ids of the tasks still open. */
  cancel: Id[];
  /** Whether the cancelled ones count as stragglers (the stage went on without them) or were not wanted any more. */
  stragglers: boolean;
}

/** Stores the given fields on the attempt; the others stay as they are. */
export interface Decide {
  type: 'decide';
  attempt: number;
  decision: Partial<AttemptDecision>;
}

/**
 * Builds the question's context block from what `prepare` found and stores its hash on the run, unless it is there
 * already. Always the last command of a list: call `nextCommands` again with the context, in the same transaction.
 */
export interface BuildContext {
  type: 'build-context';
}

/**
 * Call `nextCommands` again at this moment (milliseconds of Postgres's clock), whatever happens until then; it replaces
 * what an earlier one asked for.
 */
export interface WakeAt {
  type: 'wake-at';
  at: number;
}

export interface EmitEvent {
  type: 'emit';
  event: QuestionEvent;
}

/** The run's terminal state. Every stage and attempt has been closed by earlier commands of the list. */
export interface Finish {
  type: 'finish';
  status: Exclude<QuestionStatus, 'QUEUED' | 'RUNNING'>;
  case: DecisionCase | null;
  level: Level;
  result: QuestionResult | null;
  /** 0–1 on GOLD and SILVER, else null. */
  confidence: number | null;
  /** What speaks against the answer; null where nothing does. */
  contested: Contested | null;
  /** Of SILVER by the odds: why it is not GOLD; else null. */
  silver: Silver | null;
  /** Of FAILED: what the odds make the likeliest; null where nothing was judged, and where verdicts are final. */
  mostLikely: MostLikely | null;
  /** Of FAILED: why; else null. */
  reason: FailureReason | null;
  error: ErrorNote | null;
  /** The winner in words, as its generator gave them; null for none. */
  summary: string | null;
  /** Of FAILED: why generators refused, each reason once. */
  refusals: string[];
  /** How admissible answers differ, and the questions that would tell them apart; absent where nothing is open. */
  readings?: Reading[];
  openPoints?: OpenPoint[];
  /** One sentence for people: why the question ended here, and so. */
  stopReason: string;
}
