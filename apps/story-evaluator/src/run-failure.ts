import type { LoopOutcome, StopReason } from '@assay/llm';
import type { FailedStoryRun } from '@assay/stories';

const REASONS: Partial<Record<StopReason, string>> = {
  'no-final-tool': 'It never called evaluate_full_story, however often it was reminded.',
  'no-tool-call': 'It never called a tool, however often it was reminded.',
  'malformed-reply': 'Its replies could not be read, however often it was asked again.',
  'invalid-arguments': 'It called a tool with missing or wrong fields, although each error named them.',
  refused: 'It evaluated the story without having read every part, however often it was warned.',
  'no-progress': 'It spoke nothing new of the chunk, although each reminder named what is missing.',
  'same-arguments': 'It asked for the same part of the story again and again.',
  iterations: 'It came to no end within the calls of the model that a run may make.',
  'tool-calls': 'It came to no end within the tool calls that a run may make.',
  'empty-reply': 'It replied with nothing.',
};

export function failureOf({ stopReason, detail }: Pick<LoopOutcome, 'stopReason' | 'detail'>): FailedStoryRun {
  const reason = REASONS[stopReason];
  return {
    status: 'failed',
    stopReason,
    reason: `${stopReason}: ${reason === undefined ? '' : `${reason} `}${detail}`,
  };
}
