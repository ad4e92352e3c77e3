import { type Completion } from '../client/completion.js';
import { isJsonObject } from '../json-schema.js';
import { parseResponse } from '../parsing/parse-response.js';
import { visibleContent } from '../parsing/visible-content.js';

export interface RequestedCall {
  name: string;
  arguments: Record<string, unknown>;
}

export interface AgentReply {
  calls: RequestedCall[];
  text: string;
  /** Why no call may run; null if they may. */
  error: string | null;
  isEmpty: boolean;
  parser: string | null;
  repaired: boolean;
  flags: string[];
}

/** Native calls; without any, calls in the text. */
export function readReply(completion: Completion, toolNames: readonly string[]): AgentReply {
  const { text, hadThinking } = visibleContent(completion.content ?? '');
  const flags = [...(hadThinking ? ['thinking'] : []), ...(completion.finishReason === 'length' ? ['truncated'] : [])];
  if (completion.toolCalls.length > 0) return nativeReply(completion, text, flags);
  const parsed = parseResponse(text, { toolNames });
  const calls = parsed.blocks.filter((block) => block.kind === 'tool_call');
  const words = parsed.blocks.filter((block) => block.kind === 'text').map((block) => block.original);
  const first = parsed.blocks.find((block) => block.kind !== 'text');
  const isEmpty = text.trim() === '';
  return {
    calls: calls.map((call) => ({
      name: call.name ?? '',
      arguments: isJsonObject(call.arguments) ? call.arguments : {},
    })),
    text: words.join('').trim(),
    error: isEmpty ? null : (parsed.error?.code ?? null),
    isEmpty,
    parser: first?.parser ?? null,
    repaired: parsed.blocks.some((block) => block.repaired === true),
    flags: [...new Set([...flags, ...parsed.flags])],
  };
}

function nativeReply(completion: Completion, text: string, flags: string[]): AgentReply {
  const read = completion.toolCalls.map((call) => ({ name: call.name, read: readArguments(call.arguments) }));
  const unreadable = read.find((call) => call.read.arguments === null);
  const isNameless = read.some((call) => call.name.trim() === '');
  const cut = completion.finishReason === 'length' ? 'truncated_tool_call' : 'invalid_arguments';
  return {
    calls: read.map((call) => ({ name: call.name, arguments: call.read.arguments ?? {} })),
    text: text.trim(),
    error: unreadable !== undefined ? cut : isNameless ? 'missing_tool_name' : null,
    isEmpty: false,
    parser: 'native',
    repaired: read.some((call) => call.read.repaired),
    flags,
  };
}

/** Repairs complete but invalid JSON. */
function readArguments(given: unknown): { arguments: Record<string, unknown> | null; repaired: boolean } {
  if (isJsonObject(given)) return { arguments: given, repaired: false };
  if (given === null || given === undefined) return { arguments: {}, repaired: false };
  if (typeof given !== 'string') return { arguments: null, repaired: false };
  const { blocks, flags } = parseResponse(given);
  const value = blocks.find((block) => block.kind === 'json')?.value;
  const isWhole = isJsonObject(value) && !flags.includes('truncated');
  return { arguments: isWhole ? value : null, repaired: isWhole };
}
