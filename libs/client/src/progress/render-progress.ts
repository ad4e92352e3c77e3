import { nameLevel } from '@assay/contracts';
import { describeNext, describeWait } from './describe-running.js';
import { displayWidth, oneLine } from './display-text.js';
import { count, formatDuration, formatNumber, formatSpending } from './quantities.js';
import { distinctCandidates, type AttemptProgress, type QuestionProgress } from './question-progress.js';
import { NARROW, spinner, stageLine, STATUS_STYLE } from './stage-line.js';
import { type Line, type Paint, paintLine } from './styled-line.js';
import { matrixLines } from './verdict-matrix.js';
import { describeCase, describeReason } from './words.js';

export interface ProgressView {
  width: number;
  height: number;
  /** Epoch milliseconds, by the clock of the events. */
  now: number;
  frame: number;
  paint: Paint;
  hint?: string;
  /** Rows that are not tested yet. */
  early?: string | null;
}

const MOST_CANDIDATES = 8;

export function renderProgress(progress: QuestionProgress, view: ProgressView): string[] {
  const attempt = progress.attempts.at(-1);
  const earlier = progress.attempts.slice(0, -1).map((ended) => endedLine(ended));
  const stages = attempt === undefined ? [] : attemptLines(attempt, view);
  const ending = [...warningLines(progress), ...passingLines(progress, view), totalLine(progress, view)];
  const room = view.height - earlier.length - stages.length - ending.length;
  const matrix =
    attempt === undefined || view.width < NARROW ? [] : matrixLines(attempt, Math.min(room, MOST_CANDIDATES));
  const lines = [...earlier, ...stages, ...matrix, ...ending];
  return lines.slice(-Math.max(1, view.height)).map((line) => paintLine(line, view.width, view.paint));
}

function endedLine(attempt: AttemptProgress): Line {
  const undecided = distinctCandidates(attempt).length === 0 ? 'no valid SQL' : 'not judged to the end';
  const ended = decisionIn(attempt) ?? undecided;
  return [
    { text: '✗ ', style: 'red' },
    { text: `${nameLevel(attempt.level)} models`, style: 'bold' },
    { text: `  ${ended}`, style: 'dim' },
  ];
}

function attemptLines(attempt: AttemptProgress, view: ProgressView): Line[] {
  const why = attempt.reason === null ? '' : `  ${describeReason(attempt.reason)}`;
  const heading: Line = [
    { text: `${nameLevel(attempt.level)} models`, style: 'bold' },
    { text: why, style: 'dim' },
  ];
  const stages = attempt.stages.map((stage) => stageLine(attempt, stage, view));
  const decided = decisionIn(attempt);
  return decided === null ? [heading, ...stages] : [heading, ...stages, [{ text: `  ${decided}`, style: 'bold' }]];
}

function decisionIn({ decision, reviewed }: AttemptProgress): string | null {
  return decision === null ? null : describeCase(decision.case, decision.passRates.length, reviewed.length > 0);
}

function warningLines(progress: QuestionProgress): Line[] {
  return progress.warnings
    .slice(-2)
    .map(({ code, message }) => [{ text: `! ${oneLine(code)}`, style: 'yellow' }, { text: ` ${oneLine(message)}` }]);
}

function passingLines({ waiting, outcome }: QuestionProgress, { early, now }: ProgressView): Line[] {
  if (outcome !== null) return [];
  return [
    ...(early ? [[{ text: `  ${early}`, style: 'dim' as const }]] : []),
    ...(waiting === null ? [] : [[{ text: '… ', style: 'yellow' as const }, { text: describeWait(waiting, now) }]]),
  ];
}

function totalLine(progress: QuestionProgress, view: ProgressView): Line {
  const { outcome, startedAt, lastEventAt } = progress;
  const end = outcome === null || lastEventAt === null ? view.now : Date.parse(lastEventAt);
  const elapsed = startedAt === null ? '' : formatDuration(end - Date.parse(startedAt));
  const head: Line =
    outcome === null
      ? [{ text: `${spinner(view.frame)} `, style: 'cyan' }, { text: startedAt === null ? 'waiting' : elapsed }]
      : [{ text: outcome.status, style: STATUS_STYLE[outcome.status] }, { text: ` ${elapsed}` }];
  const { calls, tokens } = progress.usage;
  const spent =
    calls === 0 ? [] : [count(calls, 'call'), `${formatNumber(tokens)} tokens`, formatSpending(progress.usage)];
  const next = outcome === null ? describeNext(progress) : null;
  const parts = [...(next === null ? [] : [next]), ...spent];
  const line = [...head, { text: parts.map((part) => ` · ${part}`).join('') }];
  const used = displayWidth(line.map(({ text }) => text).join(''));
  // A truncated hint is useless, so omit it.
  if (view.hint !== undefined && outcome === null && used + view.hint.length + 3 <= view.width) {
    line.push({ text: `   ${view.hint}`, style: 'dim' });
  }
  return line;
}
