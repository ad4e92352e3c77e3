import type { Client, Progress } from '@modelcontextprotocol/client';

/** Some tools wait for a question's end. */
export const CALL_OPTIONS = { timeout: 150_000 };

/** Text and data. */
export interface ToolAnswer {
  isError?: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** Calls a tool as hosts do. */
export async function call(
  client: Client,
  name: string,
  given: object,
  onprogress?: (progress: Progress) => void,
): Promise<ToolAnswer> {
  const result = await client.callTool(
    { name, arguments: given as Record<string, unknown> },
    onprogress ? { ...CALL_OPTIONS, onprogress, resetTimeoutOnProgress: true } : CALL_OPTIONS,
  );
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const data = (result.structuredContent ?? {}) as Record<string, unknown>;
  return { text, data, ...(result.isError ? { isError: true } : {}) };
}
