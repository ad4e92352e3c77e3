import type { DecisionCase, EscalationReason, Id, Level, QuestionStatus, StageKind, Verdict } from '@assay/contracts';

/** What is known of a question from its events so far. Plain and immutable. */
export interface QuestionProgress {
  /** Sequence of the last event that was counted in. */
  lastSequence: number;
  /** ISO time of the first event; null before it. */
  startedAt: string | null;
  /** ISO time of the last event. */
  lastEventAt: string | null;
  attempts: AttemptProgress[];
  usage: {
    calls: number;
    tokens: number;
    costUsd: number;
    /** Calls whose model has no known price. */
    unpricedCalls: number;
  };
  warnings: { code: string; message: string }[];
  /** Set by `question-finished`. */
  outcome: {
    status: QuestionStatus;
    case: DecisionCase | null;
    level: Level;
  } | null;
}

export interface AttemptProgress {
  level: Level;
  reason: EscalationReason | null;
  startedAt: string;
  /** In order of their start; one kind may come twice. */
  stages: StageProgress[];
  /** In order of their arrival. */
  candidates: CandidateProgress[];
  /** Tests generated, before any are taken together. */
  tests: number;
  reduced: { before: number; after: number } | null;
  /** The verdict that counts, by candidate and test: the supervisor's over the evaluator's. */
  verdicts: Record<Id, Record<Id, Verdict>>;
  /** Candidates that each judge has spoken of. */
  evaluated: Id[];
  reviewed: Id[];
  comparisons: number;
  /** Class of equal behaviour by candidate; empty until candidates are told apart by what they do. */
  behaviours: Record<Id, string>;
  /** The last decision; a review gives a second one. */
  decision: { case: DecisionCase; passRates: { candidate: Id; passRate: number }[] } | null;
}

export interface StageProgress {
  kind: StageKind;
  tasks: number;
  failed: number;
  stragglers: number;
  startedAt: string;
  /** Null while it runs. */
  elapsedMs: number | null;
}

export interface CandidateProgress {
  id: Id;
  sql: string;
  valid: boolean;
  duplicateOf: Id | null;
  retries: number;
  /** Rows that it returned; null before its execution, or where that failed. */
  rowCount: number | null;
}

/** A question of which nothing is known yet. */
export const NO_PROGRESS: QuestionProgress = {
  lastSequence: 0,
  startedAt: null,
  lastEventAt: null,
  attempts: [],
  usage: { calls: 0, tokens: 0, costUsd: 0, unpricedCalls: 0 },
  warnings: [],
  outcome: null,
};

/** Tasks of a stage that have ended, as far as events tell; null where they do not. */
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

/** Classes of equal behaviour, where candidates were put together by what they do. */
export function behaviourCount({ behaviours }: AttemptProgress): number {
  return new Set(Object.values(behaviours)).size;
}

/** How many are judged: classes of equal behaviour, or distinct candidates. */
export function judgedCount(attempt: AttemptProgress): number {
  return behaviourCount(attempt) || distinctCandidates(attempt).length;
}

/** Valid candidates, without those that are the same SQL as an earlier one. */
export function distinctCandidates(attempt: AttemptProgress): CandidateProgress[] {
  return attempt.candidates.filter((candidate) => candidate.valid && candidate.duplicateOf === null);
}

export interface VerdictCounts {
  passed: number;
  failed: number;
  undecided: number;
}

/** The verdicts on one candidate, or on all of them. */
export function countVerdicts(attempt: AttemptProgress, candidate?: Id): VerdictCounts {
  const rows = candidate === undefined ? Object.values(attempt.verdicts) : [attempt.verdicts[candidate] ?? {}];
  const verdicts = rows.flatMap((row) => Object.values(row));
  const having = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: having('PASS'), failed: having('FAIL'), undecided: having('UNDECIDED') };
}
