import type { LoopOutcome, StopReason } from '@assay/llm';
import type { FailedStoryRun } from '@assay/stories';

const REASONS: Partial<Record<StopReason, string>> = {
  'no-final-tool': 'It never called evaluate_full_story, although it was reminded.',
  'no-tool-call': 'It never called a tool, although it was reminded.',
  'malformed-reply': 'Its replies could not be parsed, even after retries.',
  'invalid-arguments': 'It called a tool with missing or wrong fields, although each error named them.',
  refused: 'It evaluated the story without reading every part, despite warnings.',
  'no-progress': 'It spoke nothing new of the chunk, although each reminder named what is missing.',
  'same-arguments': 'It requested the same part of the story too often.',
  iterations: 'It did not finish within the model calls allowed for a run.',
  'tool-calls': 'It did not finish within the tool calls allowed for a run.',
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
