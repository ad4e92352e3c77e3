import {
  count,
  describeCase,
  describeReason,
  formatPercent,
  judgedCandidates,
  lastScore,
  oneLine,
  printable,
  summarizeAnswer,
  whyInvalid,
  wrap,
  type Paint,
} from '@assay/client';
import type { AttemptRecord, CandidateRecord, EscalationRecord } from '@assay/contracts';

interface RecordView {
  width: number;
  paint: Paint;
}

/** The record as an account for people: attempt by attempt, then the answer. */
export function describeRecord(record: EscalationRecord, view: RecordView): string[] {
  const question = wrap(printable(record.question), view.width).map((line) => view.paint('bold', line));
  const attempts = record.attempts.flatMap((attempt) => ['', ...describeAttempt(record, attempt, view)]);
  const stop = record.stopReason === null ? [] : ['', `stopped: ${oneLine(record.stopReason)}`];
  return [...question, ...attempts, ...stop, '', ...summarizeAnswer(record, view)];
}

function describeAttempt(record: EscalationRecord, attempt: AttemptRecord, view: RecordView): string[] {
  const { level, reason, tests } = attempt;
  const judged = judgedCandidates(attempt);
  const kept = tests
    .filter(({ number }) => number !== null)
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
  const heading = `${view.paint('bold', level)}${reason === null ? '' : ` ${describeReason(reason)}`}`;
  const made = [
    count(attempt.candidates.length, 'candidate'),
    `${attempt.candidates.filter(({ valid }) => valid).length} valid`,
    `${judged.length} distinct`,
    kept.length === tests.length
      ? count(tests.length, 'test')
      : `${count(tests.length, 'test')} reduced to ${kept.length}`,
  ];
  return [
    heading,
    `  ${made.join(' · ')}`,
    ...kept.flatMap(({ number, statement, evidenceCritical }) =>
      hanging(`  test ${number}${evidenceCritical ? ' (critical)' : ''}: `, oneLine(statement), view.width),
    ),
    ...judged.flatMap((candidate, index) => describeCandidate(attempt, candidate, index + 1, view)),
    ...attempt.candidates
      .filter(({ valid, duplicateOf }) => !valid && duplicateOf === null)
      .flatMap((candidate) => describeInvalid(record, candidate, view)),
    ...describeDecision(attempt, judged.length),
  ];
}

function describeCandidate(
  attempt: AttemptRecord,
  candidate: CandidateRecord,
  number: number,
  view: RecordView,
): string[] {
  const mark = attempt.winner === candidate.id ? view.paint('green', '★') : ' ';
  const score = lastScore(attempt, candidate.id);
  const rate =
    score === undefined ? 'not judged' : `${score.passed} of ${score.total}, ${formatPercent(score.passRate)}`;
  const scorecards = attempt.scores
    .filter((given) => given.candidate === candidate.id)
    .flatMap(({ by, text }) => hanging(`    ${by}: `, oneLine(text), view.width));
  return [
    `${mark} SQL #${number}  ${rate}${candidate.repeatsFailed ? '  (failed before)' : ''}`,
    ...printable(candidate.sql)
      .trim()
      .split('\n')
      .map((line) => view.paint('dim', `    ${line}`)),
    ...scorecards,
  ];
}

function describeInvalid(record: EscalationRecord, candidate: CandidateRecord, view: RecordView): string[] {
  const error = whyInvalid(record, candidate) ?? candidate.retries.at(-1)?.category ?? null;
  return [
    ...hanging('  not valid: ', oneLine(candidate.sql), view.width),
    ...(error === null ? [] : hanging('    ', oneLine(error), view.width)),
  ];
}

function describeDecision(attempt: AttemptRecord, judged: number): string[] {
  if (attempt.case === null) return [];
  const review = attempt.caseBeforeReview === null ? '' : `case ${attempt.caseBeforeReview}, after review `;
  return [`  ${review}case ${attempt.case}: ${describeCase(attempt.case, judged, attempt.caseBeforeReview !== null)}`];
}

/** A label and its text, whose further lines stand below its first word. */
function hanging(label: string, text: string, width: number): string[] {
  const [first, ...rest] = wrap(text, Math.max(20, width - label.length));
  return [`${label}${first ?? ''}`, ...rest.map((line) => ' '.repeat(label.length) + line)];
}
