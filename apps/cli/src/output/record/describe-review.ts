import { hanging, oneLine } from '@assay/client';
import type { AttemptRecord, Id, Verdict } from '@assay/contracts';
import { keptTests } from './describe-tests.js';
import type { RecordView } from './record-view.js';

const MARKS: Record<Verdict, string> = { PASS: 'OK', FAIL: 'KO', UNDECIDED: '??' };

export function describeReview(attempt: AttemptRecord, candidate: Id, view: RecordView): string[] {
  const own = attempt.verdicts.filter((verdict) => verdict.candidate === candidate);
  return keptTests(attempt).flatMap((test) => {
    const given = own.filter((verdict) => verdict.test === test.id);
    const first = given.find(({ by }) => by === 'evaluator');
    const review = given.find(({ by }) => by === 'supervisor');
    if (review === undefined) return [];
    const mark = MARKS[review.verdict];
    const change =
      first === undefined || first.verdict === review.verdict ? `stays ${mark}` : `${MARKS[first.verdict]} → ${mark}`;
    const severity = review.severity === null ? '' : ` (${review.severity})`;
    // The scorecard has the reasons of failures.
    const reason = review.verdict === 'PASS' && review.reason !== '' ? `: ${oneLine(review.reason)}` : '';
    return hanging(`      test ${test.number} `, `${change}${severity}${reason}`, view.width);
  });
}
