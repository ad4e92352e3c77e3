import type { RawReply } from '@assay/testing';

let replies = 0;

export function toolCalls(...calls: [name: string, args: unknown][]): RawReply {
  replies += 1;
  return completion({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([name, args], index) => ({
      id: `call-${replies}-${index}`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    })),
  });
}

export function words(text: string): RawReply {
  return completion({ role: 'assistant', content: text });
}

export function scores(each: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    narrative_coherence_score: each,
    originality_score: each,
    emotional_impact_score: each,
    action_score: each,
    action_defects: 'Little happens.',
    ...changes,
  };
}

export function evaluation(each: number): RawReply {
  return toolCalls(['evaluate_full_story', scores(each)]);
}

function completion(message: object): RawReply {
  return {
    status: 200,
    body: {
      id: 'scripted',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    },
  };
}
