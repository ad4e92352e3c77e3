import type { ModelReply } from '@assay/testing';

let replies = 0;

/** As endpoints send them. */
export function toolCalls(...calls: [name: string, args: object][]): ModelReply {
  replies += 1;
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([name, args], index) => ({
      id: `call-${replies}-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    })),
  };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls', logprobs: null }];
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const body = { id: `tools-${replies}`, object: 'chat.completion', created: 0, model: 'model-basic', choices, usage };
  return { status: 200, body };
}
