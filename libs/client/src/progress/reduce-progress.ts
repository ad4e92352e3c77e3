import type { QuestionEvent, QuestionEventType, RecordedEvent } from '@assay/contracts';
import type {
  AttemptProgress,
  CandidateProgress,
  ModelWait,
  QuestionProgress,
  StageProgress,
} from './question-progress.js';

type EventOf<Type extends QuestionEventType> = Extract<QuestionEvent, { type: Type }> & { at: string };
type Reducers = {
  [Type in QuestionEventType]?: (progress: QuestionProgress, event: EventOf<Type>) => QuestionProgress;
};

/** Repeated and unknown events change nothing. */
export function reduceProgress(progress: QuestionProgress, event: RecordedEvent): QuestionProgress {
  if (event.sequence <= progress.lastSequence) return progress;
  const counted: QuestionProgress = {
    ...progress,
    lastSequence: event.sequence,
    startedAt: progress.startedAt ?? event.at,
    lastEventAt: event.at,
  };
  const reduce = reducers[event.type];
  // TypeScript cannot follow a lookup by union.
  return reduce === undefined
    ? counted
    : (reduce as (...given: [QuestionProgress, typeof event]) => QuestionProgress)(counted, event);
}

const reducers: Reducers = {
  'attempt-started': (progress, { level, reason, at }) => ({
    ...progress,
    attempts: [...progress.attempts, { ...emptyAttempt(at), level, reason }],
  }),

  'stage-started': (progress, { stage, tasks, failed, stragglers, level, at }) =>
    inAttempt(progress, { level, at }, (attempt) => ({
      ...attempt,
      stages: [...attempt.stages, { kind: stage, tasks, failed, stragglers, startedAt: at, elapsedMs: null }],
    })),

  'stage-finished': (progress, { stage, tasks, failed, stragglers, elapsedMs, level, at }) =>
    inAttempt(progress, { level, at }, (attempt) => {
      const finished: StageProgress = { kind: stage, tasks, failed, stragglers, elapsedMs, startedAt: at };
      const index = attempt.stages.findIndex((known) => known.kind === stage && known.elapsedMs === null);
      if (index < 0) return { ...attempt, stages: [...attempt.stages, finished] };
      const startedAt = attempt.stages[index]?.startedAt ?? at;
      return { ...attempt, stages: attempt.stages.with(index, { ...finished, startedAt }) };
    }),

  'candidate-generated': (progress, { candidate, sql, valid, duplicateOf, retries, at }) =>
    inAttempt(progress, { at }, (attempt) => {
      const generated: CandidateProgress = { id: candidate, sql, valid, duplicateOf, retries, rowCount: null };
      return { ...attempt, candidates: [...attempt.candidates, generated] };
    }),

  'test-generated': (progress, { at }) =>
    inAttempt(progress, { at }, (attempt) => ({ ...attempt, tests: attempt.tests + 1 })),

  'test-added': (progress, { at }) =>
    inAttempt(progress, { at }, (attempt) => ({ ...attempt, tests: attempt.tests + 1 })),

  'tests-reduced': (progress, { before, after, at }) =>
    inAttempt(progress, { at }, (attempt) => ({ ...attempt, reduced: { before, after } })),

  'candidate-executed': (progress, { candidate, rowCount, at }) =>
    inAttempt(progress, { at }, (attempt) => ({
      ...attempt,
      candidates: attempt.candidates.map((known) => (known.id === candidate ? { ...known, rowCount } : known)),
    })),

  'behaviour-classified': (progress, { candidate, behaviour, at }) =>
    inAttempt(progress, { at }, (attempt) => ({
      ...attempt,
      behaviours: { ...attempt.behaviours, [candidate]: behaviour },
    })),

  'verdict-given': (progress, { candidate, test, verdict, by, at }) =>
    inAttempt(progress, { at }, (attempt) => {
      const row = attempt.verdicts[candidate] ?? {};
      return {
        ...attempt,
        // A later verdict replaces an earlier one: the supervisor comes last.
        verdicts: { ...attempt.verdicts, [candidate]: { ...row, [test]: verdict } },
        evaluated: by === 'evaluator' ? including(attempt.evaluated, candidate) : attempt.evaluated,
        reviewed: by === 'supervisor' ? including(attempt.reviewed, candidate) : attempt.reviewed,
      };
    }),

  'case-decided': (progress, { case: decided, passRates, at }) =>
    inAttempt(progress, { at }, (attempt) => ({ ...attempt, decision: { case: decided, passRates } })),

  'pair-compared': (progress, { at }) =>
    inAttempt(progress, { at }, (attempt) => ({ ...attempt, comparisons: attempt.comparisons + 1 })),

  'call-answered': (progress, { tokens, costUsd, at }) => ({
    ...progress,
    waiting: hasPassed(progress.waiting, at) ? null : progress.waiting,
    usage: {
      calls: progress.usage.calls + 1,
      tokens: progress.usage.tokens + tokens,
      costUsd: progress.usage.costUsd + (costUsd ?? 0),
      unpricedCalls: progress.usage.unpricedCalls + (costUsd === null ? 1 : 0),
    },
  }),

  'model-waiting': (progress, { model, seconds, times, at }) => ({
    ...progress,
    waiting: { model, until: Date.parse(at) + 1000 * seconds, times },
  }),

  'warning-raised': (progress, { code, message }) => ({
    ...progress,
    warnings: [...progress.warnings, { code, message }],
  }),

  'question-finished': (progress, { status, case: decided, level }) => ({
    ...progress,
    outcome: { status, case: decided, level },
  }),
};

/** Whether the pause is over. During it, answers may belong to calls sent before it. */
function hasPassed(waiting: ModelWait | null, at: string): boolean {
  return waiting !== null && Date.parse(at) >= waiting.until;
}

function emptyAttempt(at: string): AttemptProgress {
  return {
    level: 'BASIC',
    reason: null,
    startedAt: at,
    stages: [],
    candidates: [],
    tests: 0,
    reduced: null,
    verdicts: {},
    evaluated: [],
    reviewed: [],
    comparisons: 0,
    behaviours: {},
    decision: null,
  };
}

/** Changes the last attempt of the event's level; without a level, the last of all. A new level adds an attempt. */
function inAttempt(
  progress: QuestionProgress,
  event: { level?: AttemptProgress['level']; at: string },
  change: (attempt: AttemptProgress) => AttemptProgress,
): QuestionProgress {
  const index = progress.attempts.findLastIndex(({ level }) => event.level === undefined || level === event.level);
  const known = progress.attempts[index];
  if (known !== undefined) return { ...progress, attempts: progress.attempts.with(index, change(known)) };
  const begun = { ...emptyAttempt(event.at), level: event.level ?? 'BASIC' };
  return { ...progress, attempts: [...progress.attempts, change(begun)] };
}

function including(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids : [...ids, id];
}
