import type { QuestionStatus } from '@assay/contracts';
import { pad } from './display-text.js';
import { count, formatDuration } from './quantities.js';
import {
  behaviourCount,
  countVerdicts,
  distinctCandidates,
  endedTasks,
  type AttemptProgress,
  type StageProgress,
} from './question-progress.js';
import { nameStage, STAGE_NAME_WIDTH } from './stage-words.js';
import type { Line, Span, Style } from './styled-line.js';
import { describeCounts } from './verdict-matrix.js';

/** Narrower terminals show no details of stages and no verdict matrix. */
export const NARROW = 60;
const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

export const STATUS_STYLE: Record<QuestionStatus, Style> = {
  QUEUED: 'dim',
  RUNNING: 'cyan',
  GOLD: 'green',
  SILVER: 'cyan',
  FAILED: 'red',
  ERROR: 'red',
  CANCELLED: 'yellow',
};

export function spinner(frame: number): string {
  return SPINNER[frame % SPINNER.length] ?? '';
}

export function stageLine(
  attempt: AttemptProgress,
  stage: StageProgress,
  view: { width: number; now: number; frame: number },
): Line {
  const running = stage.elapsedMs === null;
  const mark: Span = running ? { text: spinner(view.frame), style: 'cyan' } : stageMark(stage);
  const ended = endedTasks(attempt, stage);
  const tasks = stage.tasks <= 1 ? '' : ended === null ? String(stage.tasks) : `${ended}/${stage.tasks}`;
  const elapsed = formatDuration(stage.elapsedMs ?? view.now - Date.parse(stage.startedAt));
  const [name, indent] =
    view.width < NARROW ? [nameStage(stage.kind), ''] : [pad(nameStage(stage.kind), STAGE_NAME_WIDTH), '  '];
  const line: Line = [{ text: indent }, mark, { text: ` ${name} ${pad(tasks, 5, 'left')} ${pad(elapsed, 7, 'left')}` }];
  if (view.width >= NARROW) line.push({ text: `   ${stageDetail(attempt, stage)}`, style: 'dim' });
  return line;
}

function stageMark(stage: StageProgress): Span {
  if (stage.tasks > 0 && stage.failed >= stage.tasks) return { text: '✗', style: 'red' };
  return stage.failed > 0 ? { text: '!', style: 'yellow' } : { text: '✓', style: 'green' };
}

export function stageDetail(attempt: AttemptProgress, stage: StageProgress): string {
  const parts = stageYield(attempt, stage);
  if (stage.failed > 0) parts.push(`${stage.failed} failed`);
  if (stage.stragglers > 0) parts.push(`${stage.stragglers} too slow`);
  return parts.join(' · ');
}

function stageYield(attempt: AttemptProgress, stage: StageProgress): string[] {
  switch (stage.kind) {
    case 'generate': {
      const valid = attempt.candidates.filter((candidate) => candidate.valid).length;
      return attempt.candidates.length === 0
        ? []
        : [`${valid} valid`, `${distinctCandidates(attempt).length} distinct`];
    }
    case 'precompute-tests':
    case 'evaluation-tests':
      return attempt.tests === 0 ? [] : [`${count(attempt.tests, 'test')} in all`];
    case 'reduce-tests':
      return attempt.reduced === null ? [] : [`${attempt.reduced.before} → ${count(attempt.reduced.after, 'test')}`];
    case 'evaluate':
      return attempt.evaluated.length === 0 ? [] : [describeCounts(countVerdicts(attempt))];
    case 'supervise':
      return attempt.reviewed.length === 0 ? [] : [`${attempt.reviewed.length} reviewed`];
    case 'probe': {
      const classes = behaviourCount(attempt);
      return classes === 0 ? [] : [count(classes, 'behaviour')];
    }
    default:
      return [];
  }
}
