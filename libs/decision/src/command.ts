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
 * What the executor does, in order and in one transaction. New stages and tasks are named by (attempt, kind, round,
 * ordinal); the executor assigns ids.
 */
export type Command =
  StartAttempt | EndAttempt | StartStage | CloseStage | Decide | BuildContext | WakeAt | EmitEvent | Finish;

export interface StartAttempt {
  type: 'start-attempt';
  attempt: number;
  level: Level;
  reason: EscalationReason | null;
  escalation: EscalationContext | null;
}

export interface EndAttempt {
  type: 'end-attempt';
  attempt: number;
}

export type StartStage<Kind extends StageKind = StageKind> = {
  [Each in Kind]: {
    type: 'start-stage';
    attempt: number;
    kind: Each;
    round: number;
    input: StageCatalog[Each]['input'];
    tasks: PlannedTask<Each>[];
    /** The run wants its next step at this many open tasks, and at none: 0 waits for all, more allows stragglers. */
    advanceAt: number;
  };
}[Kind];

export interface PlannedTask<Kind extends StageKind = StageKind> {
  ordinal: number;
  payload: StageCatalog[Kind]['payload'];
  /** 32 bits, unsigned. */
  seed: number;
}

export interface CloseStage {
  type: 'close-stage';
  attempt: number;
  kind: StageKind;
  round: number;
  /** Open tasks. */
  cancel: Id[];
  /** Cancelled because too slow, instead of unneeded. */
  stragglers: boolean;
}

export interface Decide {
  type: 'decide';
  attempt: number;
  decision: Partial<AttemptDecision>;
}

/** From the result of `prepare`. Always the last command: call `nextCommands` again in the same transaction. */
export interface BuildContext {
  type: 'build-context';
}

/** Call `nextCommands` again at this time (ms, Postgres's clock) at the latest; replaces an earlier time. */
export interface WakeAt {
  type: 'wake-at';
  at: number;
}

export interface EmitEvent {
  type: 'emit';
  event: QuestionEvent;
}

/** Earlier commands have closed all stages and attempts. */
export interface Finish {
  type: 'finish';
  status: Exclude<QuestionStatus, 'QUEUED' | 'RUNNING'>;
  case: DecisionCase | null;
  level: Level;
  result: QuestionResult | null;
  /** 0–1 for GOLD and SILVER, else null. */
  confidence: number | null;
  contested: Contested | null;
  /** For SILVER by odds: why it is not GOLD. */
  silver: Silver | null;
  /** For FAILED: the likeliest answer; null if nothing was judged or verdicts are final. */
  mostLikely: MostLikely | null;
  /** For FAILED. */
  reason: FailureReason | null;
  error: ErrorNote | null;
  /** The winner's description by its generator, if any. */
  summary: string | null;
  /** For FAILED: distinct reasons of refusals. */
  refusals: string[];
  readings?: Reading[];
  openPoints?: OpenPoint[];
  /** One sentence for people. */
  stopReason: string;
}
