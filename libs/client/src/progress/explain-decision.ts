import {
  nameLevel,
  type AttemptRecord,
  type CandidateRecord,
  type EscalationRecord,
  type Id,
  type QuestionView,
  type Selection,
  type TestRecord,
} from '@assay/contracts';
import { oneLine } from './display-text.js';
import { count, formatPercent } from './quantities.js';
import { describeReason } from './words.js';

export function explainDecision(record: EscalationRecord): string {
  return joined([reasonOf(record) ?? '', explainPath(record)]);
}

/** At most three sentences with those of the reason, which are two; the record has the rest. */
export function explainPath(record: EscalationRecord): string {
  const [path, open] = [explainEscalations(record.attempts), explainOpen(record)];
  if (reasonOf(record) !== null) return joined([...open, ...path].slice(0, 1));
  const [end = '', review = ''] = explainEnd(record);
  return joined([...path, end, ...open, review].slice(0, 3));
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** For SILVER or no answer; else null. */
export function reasonOf({ silver, reason }: Pick<QuestionView, 'silver' | 'reason'>): string | null {
  const message = silver?.message ?? reason?.message;
  return message === undefined ? null : oneLine(message);
}

function explainEscalations([first, ...later]: readonly AttemptRecord[]): string[] {
  const name = ({ level }: AttemptRecord): string => nameLevel(level).toLowerCase();
  const steps = later.flatMap((attempt) =>
    attempt.reason === null ? [] : [`to the ${name(attempt)} models, ${describeReason(attempt.reason)}`],
  );
  return first === undefined || steps.length === 0 ? [] : [`It went from the ${name(first)} ${steps.join(', then ')}.`];
}

/** One sentence, and one of the review. */
function explainEnd(record: EscalationRecord): string[] {
  switch (record.status) {
    case 'GOLD':
    case 'SILVER':
      return explainWinner(record);
    case 'FAILED':
      return [explainFailure(record)];
    case 'ERROR':
      return [
        record.error === null
          ? 'It ended in an error.'
          : `${oneLine(record.error.code)}: ${oneLine(record.error.message)}`,
      ];
    case 'CANCELLED':
      return ['It was cancelled.'];
    case 'QUEUED':
    case 'RUNNING':
      return ['It is not decided yet.'];
  }
}

function explainWinner(record: EscalationRecord): string[] {
  if (record.settlements.length > 0) {
    const meant = record.readings.find(({ chosen }) => chosen)?.statement ?? '';
    return [`It passes every test, and a person chose its meaning: ${oneLine(meant)}`.trimEnd()];
  }
  const attempt = winningAttempt(record);
  if (!attempt?.selection || attempt.winner === null) return [];
  const end = explainSelection(attempt, attempt.selection, attempt.winner);
  // A SILVER answer still fails what was reviewed.
  const withdrawn = attempt.caseBeforeReview === 'C' && attempt.selection.by !== 'silver';
  return withdrawn ? [end, 'A second look withdrew what had failed at first.'] : [end];
}

/** The first open point, in one sentence. */
function explainOpen({ openPoints, readings }: EscalationRecord): string[] {
  const open = openPoints.filter(({ settled }) => settled === null);
  const [point] = open;
  if (point === undefined) return [];
  const chosen = readings.find((reading) => reading.chosen)?.id;
  const taken = point.options.find(({ reading }) => reading === chosen);
  const takes = taken === undefined ? '' : `, and this answer takes “${oneLine(taken.meaning).replace(/\.$/, '')}”`;
  const [many, first] =
    open.length === 1 ? ['The meaning was', ''] : [`The meanings of ${open.length} points were`, 'first: '];
  return [`${many} not chosen (${first}${oneLine(point.question)})${takes}.`];
}

function winningAttempt(record: EscalationRecord): AttemptRecord | undefined {
  return record.attempts.findLast((attempt) => attempt.winner !== null);
}

function explainSelection(attempt: AttemptRecord, selection: Selection, winner: Id): string {
  const judged = judgedCandidates(attempt).length;
  const every = allTests(keptTests(attempt));
  const finalists = count(selection.finalists.length, 'SQL');
  const alone = selection.finalists.length === 1;
  const own = selection.finalists.find(({ candidate }) => candidate === winner);
  const votes = own === undefined ? '' : ` (${own.clusterSize} of ${count(validCandidates(attempt), 'valid SQL')})`;
  switch (selection.by) {
    case 'only-passer':
      return judged === 1 ? `It is the only distinct SQL, and passes ${every}.` : explainOnly(attempt, winner, every);
    case 'single-result':
      return `Every SQL that passes ${every} returns the same rows; the simplest of them was taken.`;
    case 'frequent':
      return alone
        ? `Every SQL that passes ${every} returns the same rows; the most frequent text was chosen.`
        : `Neither the judge nor the vote could distinguish ${finalists}; its text is the most frequent.`;
    case 'judge':
      return `It won the comparison of ${finalists} that pass ${every}${own === undefined ? '' : `, with ${count(own.wins, 'win')}`}.`;
    case 'posterior':
      if (selection.finalists.length === 1) return explainLikeliest(attempt, winner);
      return `Of ${finalists} that pass ${every}, ${weighed(attempt)} together make it the likeliest${votes}.`;
    case 'cluster':
      return `The judge saw no clear winner among ${finalists}; most SQLs${votes} return the same result.`;
    case 'simplest':
      return `Neither the judge nor the vote could distinguish ${finalists}; it is the simplest of them.`;
    case 'coin':
      return alone
        ? `Every SQL that passes ${every} returns the same rows, and none is simpler; a random choice decided.`
        : `Neither the judge, nor the vote, nor simplicity could distinguish ${finalists}; a random choice decided.`;
    case 'silver':
      return explainSilver(attempt, winner);
    case 'settled':
      return 'A person chose this meaning.';
    case 'known':
      return 'A curator approved this SQL for the same question.';
    case 'bypass':
      return 'It is the first valid SQL; no test was run.';
  }
}

/** Counts behaviours, because equal behaviour is equally correct. */
function explainOnly(attempt: AttemptRecord, winner: Id, every: string): string {
  const { behaviours } = attempt;
  const sqls = count(judgedCandidates(attempt).length, 'distinct SQL');
  if (behaviours.length === 0) return `It alone, of ${sqls}, passes ${every}.`;
  const ways = behaviours.length === 1 ? 'which all behave alike' : `which behave in ${behaviours.length} ways`;
  const like = alike(attempt, winner);
  if (like === 0) return `Of ${sqls}, ${ways}, it alone passes ${every}.`;
  const others = like === 1 ? 'the one that behaves like it' : `the ${like} that behave like it`;
  return `Of ${sqls}, ${ways}, only it and ${others} pass ${every}.`;
}

function alike(attempt: AttemptRecord, winner: Id): number {
  const own = attempt.behaviours.find(({ candidates }) => candidates.includes(winner))?.candidates ?? [];
  return judgedCandidates(attempt).filter(
    ({ id }) => id !== winner && own.includes(id) && lastScore(attempt, id) === undefined,
  ).length;
}

function explainLikeliest(attempt: AttemptRecord, winner: Id): string {
  const score = lastScore(attempt, winner);
  if (score === undefined) return 'Votes make it the likeliest; it is untested.';
  const passed = `; it passes ${score.passed} of ${count(score.total, 'test')}`;
  return `It is the likeliest by ${weighed(attempt)}${passed}.`;
}

function weighed({ comparisons }: AttemptRecord): string {
  return comparisons.length === 0 ? 'votes and verdicts' : 'votes, verdicts and comparisons';
}

function explainSilver(attempt: AttemptRecord, winner: Id): string {
  const score = lastScore(attempt, winner);
  const passed =
    score === undefined ? '' : `: ${score.passed} of ${count(score.total, 'test')}, ${formatPercent(score.passRate)}`;
  return `No SQL passes every test; it comes closest${passed} (SILVER begins at ${formatPercent(attempt.passThreshold)}).`;
}

function explainFailure(record: EscalationRecord): string {
  const last = record.attempts.at(-1);
  const best = record.attempts
    .flatMap((attempt) => attempt.scores)
    .reduce<number | null>((highest, { passRate }) => Math.max(highest ?? 0, passRate), null);
  if (best === null)
    return `No valid SQL was found${last === undefined ? '' : `, not by the ${nameLevel(last.level).toLowerCase()} models either`}.`;
  const models = last === undefined ? '' : ` with the ${nameLevel(last.level).toLowerCase()} models`;
  return `No SQL passes every test${models}; the best passes ${formatPercent(best)} of its tests.`;
}

/** The supervisor's score, if there was a review. */
export function lastScore(attempt: AttemptRecord, candidate: Id): AttemptRecord['scores'][number] | undefined {
  const own = attempt.scores.filter((score) => score.candidate === candidate);
  return own.findLast(({ by }) => by === 'supervisor') ?? own.at(-1);
}

/** `SQL #n` is the n-th. */
export function judgedCandidates(attempt: AttemptRecord): CandidateRecord[] {
  return attempt.candidates
    .filter(({ valid, duplicateOf }) => valid && duplicateOf === null)
    .sort((one, other) => one.ordinal - other.ordinal);
}

function validCandidates(attempt: AttemptRecord): number {
  return attempt.candidates.filter(({ valid }) => valid).length;
}

function allTests(tests: number): string {
  return tests === 1 ? 'the only test' : `all ${count(tests, 'test')}`;
}

function keptTests(attempt: AttemptRecord): number {
  return attempt.tests.filter(isDemanded).length;
}

export function isDemanded({ number, kind, moment, contested }: TestRecord): boolean {
  if (number === null || kind !== 'requirement') return false;
  return moment === 'judge' ? contested?.decision === 'demanded' : contested?.decision !== 'mistaken';
}
