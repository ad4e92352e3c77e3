import type { AttemptRecord } from '@assay/contracts';
import { type AttemptState, type QuestionRun, latestRound } from '../question-run.js';
import { projectBehaviours } from './project-behaviours.js';
import { projectCandidates, type RowsOf } from './project-candidates.js';
import { projectTests } from './project-tests.js';
import { projectEvaluations, projectVerdicts } from './project-verdicts.js';

/**
 * At any time; future fields are null or empty.
 * @param rowsOf rows of an examination; null if erased
 */
export function projectAttempts(run: QuestionRun, rowsOf: RowsOf): AttemptRecord[] {
  return run.attempts.map((attempt) => projectAttempt(run, attempt, rowsOf));
}

function projectAttempt(run: QuestionRun, attempt: AttemptState, rowsOf: RowsOf): AttemptRecord {
  return {
    level: attempt.level,
    reason: attempt.reason,
    case: attempt.case,
    caseBeforeReview: attempt.caseBeforeReview,
    passThreshold: run.settings.passThreshold,
    startedAt: new Date(attempt.startedAt).toISOString(),
    finishedAt: attempt.finishedAt === null ? null : new Date(attempt.finishedAt).toISOString(),
    escalationContext: projectEscalation(attempt.escalation),
    candidates: projectCandidates(run, attempt.ordinal, rowsOf),
    waves: attempt.waves.map(({ ordinal, candidates, lead, stopped, why, beforeProbe }) => ({
      ordinal,
      candidates,
      lead,
      stopped,
      why,
      ...(beforeProbe && { beforeProbe }),
    })),
    ...projectBehaviours(run, attempt.ordinal),
    tests: projectTests(run, attempt),
    verdicts: projectVerdicts(run, attempt),
    evaluations: projectEvaluations(run, attempt.ordinal),
    scores: attempt.scores.map(({ candidate, by, passed, total, passRate, text }) => ({
      candidate,
      by,
      passed,
      total,
      passRate,
      text,
    })),
    comparisons: projectComparisons(run, attempt.ordinal),
    selection: projectSelection(attempt.selection),
    winner: attempt.winner,
  };
}

// Restores the record's field order, which jsonb loses.

function projectEscalation(escalation: AttemptState['escalation']): AttemptRecord['escalationContext'] {
  if (escalation === null) return null;
  const { leftOut, outvoted } = escalation;
  return {
    ...(outvoted && { outvoted: outvoted.map(({ sql, probability }) => ({ sql, probability })) }),
    ...(leftOut && { leftOut: { sqls: leftOut.sqls, tests: leftOut.tests } }),
    failedSqls: escalation.failedSqls.map(({ level, sql, passRate, failedTests }) => ({
      level,
      sql,
      passRate,
      failedTests: failedTests.map(({ test, reason }) => ({ test, reason })),
    })),
  };
}

function projectSelection(selection: AttemptState['selection']): AttemptRecord['selection'] {
  if (selection === null) return null;
  return {
    by: selection.by,
    finalists: selection.finalists.map(({ candidate, clusterSize, frequency, complexity, wins }) => ({
      candidate,
      clusterSize,
      ...(frequency !== undefined && { frequency }),
      complexity,
      wins,
    })),
    ...(selection.leftOut !== undefined && { leftOut: selection.leftOut }),
  };
}

/** One row per answered comparison; both orders of a pair have the same `a` and `b`. */
function projectComparisons(run: QuestionRun, attempt: number): AttemptRecord['comparisons'] {
  return (latestRound(run, attempt, 'compare')?.tasks ?? []).flatMap(({ payload, result }) => {
    if (result === null) return [];
    const { first, second } = payload;
    const [a, b] = first.number < second.number ? [first, second] : [second, first];
    const { winner, confidence, reasoning } = result;
    return [{ a: a.id, b: b.id, shownFirst: first.id, winner, confidence, reasoning }];
  });
}
