export interface ChatCompletionRequest {
  model: string;
  messages: { role: string; content: string | { type: string; text?: string }[] }[];
  temperature?: number;
  reasoning_effort?: string;
  response_format?: { type: string; json_schema?: { name: string; schema: unknown; strict?: boolean } };
  tools?: { type: string; function: { name: string } }[];
  tool_choice?: unknown;
  [field: string]: unknown;
}

export function promptOf(request: ChatCompletionRequest): string {
  return request.messages
    .map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')))
    .join('\n');
}

let completions = 0;

/**
 * Texts are returned as content. So are objects, unless the request has tools and no `response_format`: then as a call
 * of the first tool.
 */
export function toChatCompletion(request: ChatCompletionRequest, answer: object | string): object {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const inputTokens = Math.ceil(promptOf(request).length / 4);
  const outputTokens = Math.ceil(content.length / 4);
  const tool = request.response_format === undefined && typeof answer !== 'string' ? request.tools?.[0] : undefined;
  const id = ++completions;
  const call = tool && {
    id: `call-${id}`,
    type: 'function',
    function: { name: tool.function.name, arguments: content },
  };
  return {
    id: `scripted-${id}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [
      {
        index: 0,
        message: call
          ? { role: 'assistant', content: null, tool_calls: [call] }
          : { role: 'assistant', content, refusal: null },
        finish_reason: call ? 'tool_calls' : 'stop',
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  };
}
