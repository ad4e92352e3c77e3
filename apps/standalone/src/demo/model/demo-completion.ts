/** What the demo server reads of a chat completion request. */
export interface CompletionRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  temperature?: number;
  response_format?: unknown;
  tools?: { function?: { name?: string } }[];
}

/** The text of all messages of one role. */
export function textOf(request: CompletionRequest, role?: string): string {
  return request.messages
    .filter((message) => role === undefined || message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

/** A chat completion that gives the answer as content, or as a call where only a tool is offered. */
export function toCompletion(request: CompletionRequest, answer: object, id: string): object {
  const content = JSON.stringify(answer);
  const name = request.response_format === undefined ? request.tools?.[0]?.function?.name : undefined;
  const call = { id: `call-${id}`, type: 'function', function: { name, arguments: content } };
  const message =
    name === undefined
      ? { role: 'assistant', content, refusal: null }
      : { role: 'assistant', content: null, refusal: null, tool_calls: [call] };
  const inputTokens = tokensOf(textOf(request));
  const outputTokens = tokensOf(content);
  return {
    id: `demo-${id}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: name === undefined ? 'stop' : 'tool_calls' }],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

/** A rule of thumb: four characters to the token. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
