import {
  count,
  describeEvidenceFailures,
  formatPercent,
  hanging,
  lastScore,
  oneLine,
  printable,
  renderTable,
  whyInvalid,
} from '@assay/client';
import type { AttemptRecord, CandidateRecord } from '@assay/contracts';
import { describeReview } from './describe-review.js';
import type { RecordView } from './record-view.js';

const SHOWN_ROWS = 3;

export function describeCandidate(
  attempt: AttemptRecord,
  candidate: CandidateRecord,
  number: number,
  view: RecordView,
): string[] {
  const mark = attempt.winner === candidate.id ? view.paint('green', '★') : ' ';
  const score = lastScore(attempt, candidate.id);
  const rate =
    score === undefined
      ? unjudged(attempt, candidate)
      : `${score.passed} of ${score.total}, ${formatPercent(score.passRate)}`;
  const twins = attempt.candidates.filter(({ duplicateOf }) => duplicateOf === candidate.id);
  const scorecards = attempt.scores
    .filter((given) => given.candidate === candidate.id)
    .flatMap(({ by, text }) => hanging(`    ${by}: `, oneLine(text), view.width));
  return [
    `${mark} SQL #${number}  ${rate}${candidate.repeatsFailed ? '  (failed before)' : ''}`,
    ...hanging('    ', originOf(candidate, twins), view.width),
    ...printable(candidate.sql)
      .trim()
      .split('\n')
      .map((line) => view.paint('dim', `    ${line}`)),
    ...[candidate, ...twins].flatMap((tried) => describeRetries(tried, view)),
    ...describeEvidenceFailures(candidate).flatMap((doubt) => hanging('    ', oneLine(doubt), view.width)),
    ...describeRows(candidate, view),
    ...scorecards,
    ...describeReview(attempt, candidate.id, view),
  ];
}

function unjudged({ behaviours }: AttemptRecord, { id }: CandidateRecord): string {
  const own = behaviours.find(({ candidates }) => candidates.includes(id));
  return own === undefined || own.representative === id ? 'not judged' : 'judged by another SQL of the same behaviour';
}

export function describeInvalid(candidate: CandidateRecord, view: RecordView): string[] {
  const error = whyInvalid(candidate) ?? candidate.retries.at(-1)?.category ?? null;
  return [
    ...hanging('  not valid: ', oneLine(candidate.sql), view.width),
    ...(error === null ? [] : hanging('    ', oneLine(error), view.width)),
    ...hanging('    ', originOf(candidate, []), view.width),
    ...describeRetries(candidate, view),
  ];
}

function originOf({ ordinal, strategy, temperature, model }: CandidateRecord, twins: CandidateRecord[]): string {
  const others = twins.map((twin) => twin.ordinal).join(', ');
  const again = twins.length === 0 ? '' : `; repeated by candidate${twins.length === 1 ? '' : 's'} ${others}`;
  return `candidate ${ordinal}: ${strategy}, temperature ${Number(temperature.toFixed(2))}, ${oneLine(model)}${again}`;
}

function describeRetries({ ordinal, retries }: CandidateRecord, view: RecordView): string[] {
  return retries.flatMap(({ attempt, category, message }) =>
    hanging(`    candidate ${ordinal}, try ${attempt}: `, `${category}: ${errorIn(message)}`, view.width),
  );
}

/** The error part of a retry message, which also repeats question, SQL and schema. */
function errorIn(message: string): string {
  const error = message.split('\n\n').find((section) => section.startsWith('Error: '));
  return oneLine(error === undefined ? message : error.slice('Error: '.length));
}

function describeRows({ execution }: CandidateRecord, view: RecordView): string[] {
  if (execution === null || execution.error !== null) return [];
  const { columns, rows, rowCount, truncated } = execution;
  const shown = rows.slice(0, SHOWN_ROWS);
  const returned = `    returned ${truncated ? 'more than ' : ''}${count(rowCount, 'row')}`;
  if (shown.length === 0) return [returned];
  const first = shown.length < rowCount || truncated ? `, the first ${shown.length}:` : ':';
  const table = renderTable(columns, shown, { width: Math.max(1, view.width - 6), paint: view.paint });
  return [returned + first, ...table.map((line) => `      ${line}`)];
}
