export interface SentMessage {
  role: string;
  text: string;
}

export function messagesOf(request: unknown): SentMessage[] {
  const messages = (request as { messages?: unknown } | null)?.messages;
  if (!Array.isArray(messages)) return request === null ? [] : [{ role: 'request', text: asText(request) }];
  return messages.map((message: unknown) => {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
    return { role: typeof role === 'string' ? role : 'message', text: asText(content ?? message) };
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
