import { count, formatPercent, oneLine } from '@assay/client';
import type { StoryEvent } from '@assay/contracts';

export interface StoryProgress {
  evaluations: Count;
  narrations: Count;
  tokens: number;
  startedAt: number | null;
}

interface Count {
  total: number;
  ended: number;
  failed: number;
}

const NONE: Count = { total: 0, ended: 0, failed: 0 };
export const NO_STORY_PROGRESS: StoryProgress = { evaluations: NONE, narrations: NONE, tokens: 0, startedAt: null };

export function reduceStoryProgress(progress: StoryProgress, event: StoryEvent): StoryProgress {
  const { evaluations, narrations } = progress;
  switch (event.type) {
    case 'story-evaluation-accepted':
      return { ...progress, startedAt: Date.parse(event.at) };
    case 'stage-started': {
      const started = { ...NONE, total: numberOf(event['tasks']) };
      return event['stage'] === 'narrate-story'
        ? { ...progress, narrations: started }
        : { ...progress, evaluations: started };
    }
    case 'story-evaluated':
      return { ...progress, evaluations: ended(evaluations, false) };
    case 'evaluator-failed':
      return { ...progress, evaluations: ended(evaluations, true) };
    case 'chunk-narrated':
      return { ...progress, narrations: ended(narrations, event['isValid'] !== true) };
    case 'call-answered':
      return { ...progress, tokens: progress.tokens + numberOf(event['tokens']) };
    default:
      return progress;
  }
}

export function describeStoryEvent(event: StoryEvent): string | null {
  const text = (field: string): string => textOf(event[field]);
  switch (event.type) {
    case 'stage-started': {
      const what = event['stage'] === 'narrate-story' ? 'narration' : 'evaluation';
      return count(numberOf(event['tasks']), what);
    }
    case 'story-evaluated':
      return `${text('evaluator')} scores ${text('label')} ${Number(numberOf(event['score']).toFixed(1))}`;
    case 'evaluator-failed':
      return `${text('evaluator')} gives no evaluation of ${text('label')}: ${text('reason')}`;
    case 'chunk-narrated': {
      const covered = formatPercent(numberOf(event['coveragePercent']));
      return `${text('label')}, chunk ${text('chunk')}: ${covered} narrated${event['isValid'] === true ? '' : ', too little'}`;
    }
    case 'warning-raised':
      return `warning: ${text('message')}`;
    default:
      return null;
  }
}

export function describeStoryProgress({ evaluations, narrations, tokens }: StoryProgress): string {
  return [
    describeCount('evaluations', evaluations),
    ...(narrations.total > 0 ? [describeCount('chunks narrated', narrations)] : []),
    `${count(tokens, 'token')}`,
  ].join(' · ');
}

function describeCount(what: string, { total, ended: done, failed }: Count): string {
  return `${done} of ${total} ${what}${failed > 0 ? ` (${failed} failed)` : ''}`;
}

function ended(before: Count, hasFailed: boolean): Count {
  return { ...before, ended: before.ended + 1, failed: before.failed + (hasFailed ? 1 : 0) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
