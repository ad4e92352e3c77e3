export interface CompletionRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  temperature?: number;
  response_format?: unknown;
  tools?: { function?: { name?: string } }[];
}

export function textOf(request: CompletionRequest, role?: string): string {
  return request.messages
    .filter((message) => role === undefined || message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

export interface ToolCall {
  name: string;
  arguments: object;
}

/** As content, or as a call if only a tool is offered. */
export function toCompletion(request: CompletionRequest, answer: object, id: string): object {
  const name = request.response_format === undefined ? request.tools?.[0]?.function?.name : undefined;
  return name === undefined
    ? completionOf(request, { content: JSON.stringify(answer) }, id)
    : toToolCompletion(request, [{ name, arguments: answer }], id);
}

export function toToolCompletion(request: CompletionRequest, calls: readonly ToolCall[], id: string): object {
  const toolCalls = calls.map((call, index) => ({
    id: `call-${id}-${index}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  return completionOf(request, { content: null, tool_calls: toolCalls }, id);
}

function completionOf(
  request: CompletionRequest,
  reply: { content: string | null; tool_calls?: object[] },
  id: string,
): object {
  const inputTokens = tokensOf(textOf(request));
  const outputTokens = tokensOf(reply.content ?? JSON.stringify(reply.tool_calls));
  const finishReason = reply.tool_calls === undefined ? 'stop' : 'tool_calls';
  return {
    id: `demo-${id}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', refusal: null, ...reply },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
