import {
  count,
  describeCase,
  describeAside,
  describeLeftOut,
  describeReason,
  describeWaves,
  hanging,
  judgedCandidates,
  oneLine,
  printable,
  summarizeAnswer,
  wrap,
} from '@assay/client';
import type { AttemptRecord, EscalationRecord } from '@assay/contracts';
import { describeBehaviours } from './record/describe-behaviours.js';
import { describeCandidate, describeInvalid } from './record/describe-candidate.js';
import { describeComparisons } from './record/describe-comparisons.js';
import { describeTests, keptTests } from './record/describe-tests.js';
import type { RecordView } from './record/record-view.js';

export function describeRecord(record: EscalationRecord, view: RecordView): string[] {
  const question = wrap(printable(record.question), view.width).map((line) => view.paint('bold', line));
  const notes = record.definitions.flatMap(({ source, text }) =>
    hanging('', `defined by ${source}: ${text}`, view.width),
  );
  const attempts = record.attempts.flatMap((attempt) => ['', ...describeAttempt(record, attempt, view)]);
  const reason = record.settlements.length > 0 ? 'a person chose what is meant' : record.stopReason;
  const stop = reason === null ? [] : ['', ...wrap(`stopped: ${oneLine(reason)}`, view.width)];
  const more = `all rows, tests and reasons: npx assay record ${record.id} --json`;
  return [...question, ...notes, ...attempts, ...stop, '', ...summarizeAnswer(record, view), view.paint('dim', more)];
}

function describeAttempt(record: EscalationRecord, attempt: AttemptRecord, view: RecordView): string[] {
  const { level, reason, tests } = attempt;
  const judged = judgedCandidates(attempt);
  const kept = keptTests(attempt).length;
  const heading = `${view.paint('bold', level)}${reason === null ? '' : ` ${describeReason(reason)}`}`;
  const made = [
    count(attempt.candidates.length, 'candidate'),
    `${attempt.candidates.filter(({ valid }) => valid).length} valid`,
    `${judged.length} distinct`,
    ...(attempt.behaviours.length === 0 ? [] : [count(attempt.behaviours.length, 'behaviour')]),
    kept === tests.length ? count(tests.length, 'test') : `${count(tests.length, 'test')} reduced to ${kept}`,
  ];
  return [
    heading,
    ...hanging('  ', made.join(' · '), view.width),
    ...[...describeWaves(attempt), ...describeLeftOut(attempt), ...describeAside(attempt)].flatMap((sentence) =>
      hanging('  ', sentence, view.width),
    ),
    ...describeTests(attempt, view),
    ...judged.flatMap((candidate, index) => describeCandidate(attempt, candidate, index + 1, view)),
    ...attempt.candidates
      .filter(({ valid, duplicateOf }) => !valid && duplicateOf === null)
      .flatMap((candidate) => describeInvalid(candidate, view)),
    ...describeBehaviours(attempt, view),
    ...describeComparisons(attempt, record.settings.selectionConfidence, view),
    ...describeDecision(attempt, attempt.behaviours.length || judged.length, view.width),
  ];
}

function describeDecision(attempt: AttemptRecord, judged: number, width: number): string[] {
  if (attempt.case === null) return [];
  const reviewed = attempt.caseBeforeReview !== null;
  const before = reviewed ? `case ${attempt.caseBeforeReview}, after review ` : '';
  return hanging('  ', `${before}case ${attempt.case}: ${describeCase(attempt.case, judged, reviewed)}`, width);
}
