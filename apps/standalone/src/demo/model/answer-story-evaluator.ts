import { demoStoryCalls, type DemoToolCall } from '@assay/story-evaluator';
import { UnscriptedError } from './unscripted-error.js';

export function answerStoryEvaluator(prompt: string): DemoToolCall[] {
  const calls = demoStoryCalls(prompt);
  if (calls !== null) return calls;
  throw new UnscriptedError(
    'the demo model evaluates the demo story only (apps/story-evaluator/demo, as whole prompts); ' +
      'set OPENAI_BASE_URL and OPENAI_API_KEY to evaluate any other',
  );
}
