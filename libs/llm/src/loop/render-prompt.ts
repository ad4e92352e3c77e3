import { fenced, fencePattern, neutralise } from '../prompts/index.js';
import { type LoopLimits } from './loop-limits.js';
import { type ExecutedCall } from './loop-state.js';

export interface PromptParts {
  template: string;
  toolNames: readonly string[];
  toolCalls: readonly ExecutedCall[];
  remark: string | null;
  fence: string;
  limits: Pick<LoopLimits, 'resultBytes' | 'promptResultBytes'>;
}

const NOTHING_YET = '(no result yet)';

/**
 * Replaces placeholders by results, lists others, appends the remark. Single pass. Any case: `{{TOOL_name}}`,
 * `{{tool:name}}`, `{{name}}`, `{{name_result}}`.
 */
export function renderPrompt(parts: PromptParts): string {
  const shown = shownResults(parts);
  const placed = new Set<string>();
  const pattern = placeholderPattern(parts.toolNames);
  const expand = (found: string, data: string | undefined, ...groups: (string | undefined)[]): string => {
    if (data !== undefined) return found;
    const name = groups[0] ?? groups[1] ?? found;
    placed.add(name.toLowerCase());
    const results = parts.toolCalls.filter((call) => call.tool.toLowerCase() === name.toLowerCase());
    return results.length === 0 ? NOTHING_YET : results.map((call) => shown.get(call.number) ?? '').join('\n');
  };
  const prompt = pattern === null ? parts.template : parts.template.replace(pattern, expand);
  const listed = parts.toolCalls.filter((call) => !placed.has(call.tool.toLowerCase()));
  const section = listed.map((call) => shown.get(call.number) ?? '').join('\n');
  return [prompt, section === '' ? null : `-- Tool results --\n${section}`, parts.remark]
    .filter((part) => part !== null)
    .join('\n\n');
}

function placeholderPattern(toolNames: readonly string[]): RegExp | null {
  if (toolNames.length === 0) return null;
  // Longer first: `_result` may end a name.
  const names = toolNames.toSorted((one, other) => other.length - one.length).map((name) => RegExp.escape(name));
  const name = `(${names.join('|')})`;
  // Not in fenced data: the result's fence would close the data's.
  return new RegExp(
    `${fencePattern('\\w+')}|\\{\\{\\s*(?:(?:tool_|tool:)\\s*${name}|${name}(?:_result)?)\\s*\\}\\}`,
    'gi',
  );
}

function shownResults({ toolCalls, fence, limits }: PromptParts): Map<number, string> {
  const shown = new Map<number, string>();
  let room = limits.promptResultBytes;
  for (const call of toolCalls.toReversed()) {
    const encoded = capped(encode(call.result), limits.resultBytes);
    room -= Buffer.byteLength(encoded);
    const asked = fenced('tool-call', fence, neutralise(`${call.tool}(${describeArguments(call.arguments)})`));
    const result = room < 0 ? '(left out, too long ago)' : fenced('tool-result', fence, encoded).trimEnd();
    shown.set(call.number, `${call.number}.\n${asked}${result}`);
  }
  return shown;
}

/** Readable arguments, never the model's JSON. */
function describeArguments(args: Record<string, unknown>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name} = ${shortened(encode(value))}`)
    .join(', ');
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Cannot imitate fences or control tokens. */
function encode(value: unknown): string {
  return neutralise(JSON.stringify(value) ?? 'null');
}

function capped(text: string, limit: number): string {
  const length = Buffer.byteLength(text);
  if (length <= limit) return text;
  const kept = Buffer.from(text)
    .subarray(0, limit)
    .toString()
    .replace(/\ufffd+$/, '');
  return `${kept}\n(cut: the first ${limit} of ${length} bytes)`;
}
