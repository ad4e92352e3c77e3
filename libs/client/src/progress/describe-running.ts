import type { StageKind } from '@assay/contracts';
import { oneLine } from './display-text.js';
import {
  endedTasks,
  type AttemptProgress,
  type ModelWait,
  type QuestionProgress,
  type StageProgress,
} from './question-progress.js';
import { JUDGING, stageWords } from './stage-words.js';

/** Without one of them, as with `instant`, nothing is judged. */
const TESTING: ReadonlySet<StageKind> = new Set(['precompute-tests', 'evaluation-tests']);

/**
 * What runs, what follows, whole seconds so far; null once ended.
 * @param now epoch milliseconds, by the events' clock
 */
export function describeRunning(progress: QuestionProgress, now: number): string | null {
  const { startedAt, outcome, waiting } = progress;
  if (outcome !== null) return null;
  const seconds = startedAt === null ? 0 : Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000));
  const next = describeNext(progress);
  return [
    ...(waiting === null ? [] : [describeWait(waiting, now)]),
    describeStages(progress),
    ...(next === null ? [] : [next]),
    `${seconds} s`,
  ].join(' · ');
}

/** Such as `next: judging`; null while nothing runs. */
export function describeNext(progress: QuestionProgress): string | null {
  const last = openStages(progress).at(-1);
  if (last === undefined) return null;
  const kinds = new Set(progress.attempts.at(-1)?.stages.map(({ kind }) => kind));
  if (last.kind === 'precompute-tests' && !kinds.has('generate')) return 'next: writing SQL';
  const next = stageWords(last.kind).next;
  return `next: ${next === JUDGING && kinds.isDisjointFrom(TESTING) ? 'the answer' : next}`;
}

/** Such as `waiting for gpt: called again in 12 s (pause 2)`. */
export function describeWait({ model, until, times }: ModelWait, now: number): string {
  const left = Math.ceil((until - now) / 1000);
  const again = left > 0 ? `called again in ${left} s` : 'called again now';
  return `waiting for ${oneLine(model)}: ${again}${times > 1 ? ` (pause ${times})` : ''}`;
}

/** What runs, without times. */
export function describeStages(progress: QuestionProgress): string {
  const attempt = progress.attempts.at(-1);
  if (attempt === undefined) return 'waiting to begin';
  const open = openStages(progress);
  if (open.length === 0) return 'deciding what comes next';
  return [...new Set(open.map((stage) => describeStage(attempt, stage)))].join(' and ');
}

function openStages(progress: QuestionProgress): StageProgress[] {
  return (progress.attempts.at(-1)?.stages ?? []).filter(({ elapsedMs }) => elapsedMs === null);
}

function describeStage(attempt: AttemptProgress, stage: StageProgress): string {
  const ended = endedTasks(attempt, stage);
  const of = ended === null || stage.tasks <= 1 ? '' : ` (${ended} of ${stage.tasks})`;
  return `${stageWords(stage.kind).now}${of}`;
}
