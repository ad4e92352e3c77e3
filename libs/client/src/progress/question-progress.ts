import type { DecisionCase, EscalationReason, Id, Level, QuestionStatus, StageKind, Verdict } from '@assay/contracts';

/** Immutable. */
export interface QuestionProgress {
  lastSequence: number;
  startedAt: string | null;
  lastEventAt: string | null;
  attempts: AttemptProgress[];
  usage: {
    calls: number;
    tokens: number;
    costUsd: number;
    unpricedCalls: number;
  };
  warnings: { code: string; message: string }[];
  /** The latest pause of a model; null once it has answered after it. */
  waiting: ModelWait | null;
  outcome: {
    status: QuestionStatus;
    case: DecisionCase | null;
    level: Level;
  } | null;
}

/** A pause that a model asked for, or that follows an outage. */
export interface ModelWait {
  model: string;
  /** Epoch milliseconds. */
  until: number;
  /** Pauses of this model so far. */
  times: number;
}

export interface AttemptProgress {
  level: Level;
  reason: EscalationReason | null;
  startedAt: string;
  /** A kind may repeat. */
  stages: StageProgress[];
  candidates: CandidateProgress[];
  tests: number;
  reduced: { before: number; after: number } | null;
  /** The supervisor overrides the evaluator. */
  verdicts: Record<Id, Record<Id, Verdict>>;
  evaluated: Id[];
  reviewed: Id[];
  comparisons: number;
  /** Class by candidate; empty before classification. */
  behaviours: Record<Id, string>;
  /** The latest decision: that after a review replaces the first. */
  decision: { case: DecisionCase; passRates: { candidate: Id; passRate: number }[] } | null;
}

export interface StageProgress {
  kind: StageKind;
  tasks: number;
  failed: number;
  stragglers: number;
  startedAt: string;
  elapsedMs: number | null;
}

export interface CandidateProgress {
  id: Id;
  sql: string;
  valid: boolean;
  duplicateOf: Id | null;
  retries: number;
  /** Null before execution or after a failed one. */
  rowCount: number | null;
}

export const NO_PROGRESS: QuestionProgress = {
  lastSequence: 0,
  startedAt: null,
  lastEventAt: null,
  attempts: [],
  usage: { calls: 0, tokens: 0, costUsd: 0, unpricedCalls: 0 },
  warnings: [],
  waiting: null,
  outcome: null,
};

/** Null if the events do not show them. */
export function endedTasks(attempt: AttemptProgress, stage: StageProgress): number | null {
  if (stage.elapsedMs !== null) return stage.tasks;
  const counts: Partial<Record<StageProgress['kind'], number>> = {
    generate: attempt.candidates.length,
    evaluate: attempt.evaluated.length,
    supervise: attempt.reviewed.length,
    compare: attempt.comparisons,
  };
  const seen = counts[stage.kind];
  return seen === undefined ? null : Math.min(seen, stage.tasks);
}

/** 0 without classification. */
export function behaviourCount({ behaviours }: AttemptProgress): number {
  return new Set(Object.values(behaviours)).size;
}

export function distinctCandidates(attempt: AttemptProgress): CandidateProgress[] {
  return attempt.candidates.filter((candidate) => candidate.valid && candidate.duplicateOf === null);
}

export interface VerdictCounts {
  passed: number;
  failed: number;
  undecided: number;
}

export function countVerdicts(attempt: AttemptProgress, candidate?: Id): VerdictCounts {
  const rows = candidate === undefined ? Object.values(attempt.verdicts) : [attempt.verdicts[candidate] ?? {}];
  const verdicts = rows.flatMap((row) => Object.values(row));
  const having = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: having('PASS'), failed: having('FAIL'), undecided: having('UNDECIDED') };
}
