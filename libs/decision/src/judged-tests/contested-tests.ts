import type { CandidateView, ContestedBy, ContestedTest } from '@assay/contracts';
import { judgedViews } from '../behaviour/representatives.js';
import { candidatesOf } from '../candidates.js';
import type { QuestionRun } from '../question-run.js';
import { standings } from '../selection/finalists.js';
import { evaluatorJudgements, finalTasks, type Judgement } from '../verdicts/judgements.js';
import { requirementsOf } from './tried-tests.js';

/**
 * The requirements of an attempt that are tried: those that every judged class fails, that the leading class fails, that a
 * judge holds for not demanded, or that were merged with a reading test.
 */
export function contestedTests(run: QuestionRun, attempt: number): ContestedTest[] {
  const judgements = evaluatorJudgements(run, attempt);
  const leader = leaderOf(run, attempt, judgedViews(run, attempt));
  const objections = objectionsOf(run, attempt);
  return requirementsOf(run, attempt).flatMap(({ number, openTo }, index) => {
    const failedBy = judgements.flatMap(({ candidate, number: sql, verdicts }) => {
      const verdict = verdicts[index];
      return verdict?.verdict === 'FAIL' ? [{ candidate, sql, reason: verdict.reason }] : [];
    });
    const objected = objections.filter(({ test }) => test === number);
    const by = contestedBy({
      'all-fail': failedBy.length > 0 && failedBy.length === judgedOn(judgements, index),
      'leader-fails': failedBy.some(({ candidate }) => candidate === leader),
      objection: objected.length > 0,
      kinds: openTo !== undefined,
    });
    if (by === null) return [];
    return [
      {
        number,
        by,
        failedBy: failedBy.map(({ sql, reason }) => ({ sql, reason })),
        objections: objected.map(({ sql, reason }) => ({ sql, reason })),
      },
    ];
  });
}

/** The first cause that holds. */
function contestedBy(causes: Record<ContestedBy, boolean>): ContestedBy | null {
  return (Object.keys(causes) as ContestedBy[]).find((cause) => causes[cause]) ?? null;
}

function judgedOn(judgements: readonly Judgement[], index: number): number {
  return judgements.filter(({ verdicts }) => verdicts[index]?.verdict !== 'UNDECIDED').length;
}

/** The candidate that most votes stand behind. */
function leaderOf(run: QuestionRun, attempt: number, views: readonly CandidateView[]): string | undefined {
  const all = candidatesOf(run, attempt);
  const judged = new Set(views.map(({ id }) => id));
  const standing = all.filter(({ id }) => judged.has(id));
  return standings(standing, all, { seed: run.seed, attempt })[0]?.candidate;
}

interface Objection {
  test: number;
  sql: number;
  reason: string;
}

/** What judges hold for not demanded, with what they say of the test. */
function objectionsOf(run: QuestionRun, attempt: number): Objection[] {
  return finalTasks(run, attempt, 'evaluate').flatMap(({ payload, result }) =>
    (result?.notDemanded ?? []).map((test) => ({
      test,
      sql: payload.candidate.number,
      reason: result?.verdicts.find(({ number }) => number === test)?.reason ?? '',
    })),
  );
}
