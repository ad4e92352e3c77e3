import type { AttemptRecord } from '@assay/contracts';
import { latestRound, type QuestionRun } from '../question-run.js';

/** One row per answered comparison; both orders of a pair have the same `a` and `b`. */
export function projectComparisons(run: QuestionRun, attempt: number): AttemptRecord['comparisons'] {
  return (latestRound(run, attempt, 'compare')?.tasks ?? []).flatMap(({ payload, result }) => {
    if (result === null) return [];
    const { first, second } = payload;
    const [a, b] = first.number < second.number ? [first, second] : [second, first];
    const { winner, confidence, reasoning } = result;
    return [{ a: a.id, b: b.id, shownFirst: first.id, winner, confidence, reasoning }];
  });
}
