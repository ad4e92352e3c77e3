import { ApiProblem, ConnectionProblem } from '@assay/client';
import { AssayError } from '@assay/contracts';
import type { CallToolResult } from '@modelcontextprotocol/server';

export function answer(lines: readonly string[], structured: object): CallToolResult {
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: structured,
  };
}

export async function answering(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { isError: true, content: [{ type: 'text', text: describeError(error) }] };
  }
}

function describeError(error: AssayError): string {
  const lines = [`${error.code}: ${error.message}`];
  if (error instanceof ApiProblem) {
    lines.push(...error.errors.map(({ field, message }) => `${field}: ${message}`));
    lines.push(...error.nextSteps.map(({ message }) => `→ ${message}`));
    if (error.retryAfterMs !== null) lines.push(`Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`);
  }
  if (error instanceof ConnectionProblem) lines.push('Is Assay running, and ASSAY_URL right?');
  return lines.join('\n');
}
