import { isIntendedValue } from './acceptance.js';
import { type JsonError, type JsonValue, readJsonValue } from './json-value.js';
import { type SnippetMatch, type SnippetParser } from './snippet-parser.js';
import { type SourceText } from './source-text.js';
import { recogniseCalls } from './tool-calls.js';

export const bareObjectParser: SnippetParser = { name: 'bare-object', triggers: '{', matchAt };

export const bareArrayParser: SnippetParser = { name: 'bare-array', triggers: '[', matchAt };

function matchAt(source: SourceText, at: number, blockStart: number): SnippetMatch | null {
  const mode = source.isBlankBetween(blockStart, at) ? 'liberal' : 'prose';
  if (source.isDead(at, mode)) return null;
  const found = readJsonValue(source, at, undefined, mode);
  if (found === null) return null;
  if (found.kind === 'error') return errorMatch(at, found);
  const where = { start: at, from: blockStart, to: source.text.length };
  return isIntendedValue(source, found, where) ? valueMatch(source, at, found) : null;
}

/** An unreadable span stays text, and sets an error. */
export function errorMatch(start: number, { code, at, end }: JsonError): SnippetMatch {
  return { start, end, snippets: [], repaired: false, flags: [], error: { code, at } };
}

/** A truncated call is an error. */
export function valueMatch(source: SourceText, start: number, found: JsonValue, isCallExpected = false): SnippetMatch {
  const { value, end, repaired } = found;
  const calls = recogniseCalls(value, { source, isCallExpected });
  const isCut = found.truncated || (found.unclosed && found.cutInside);
  const flags = isCut ? ['truncated'] : found.unclosed ? ['unclosed'] : [];
  const base = { start, end, repaired, flags };
  if (calls === null) return { ...base, snippets: [{ kind: 'json', value }], error: null };
  if (isCut || found.guessedEnd) {
    return { ...base, snippets: [], error: { code: 'truncated_tool_call', at: start } };
  }
  if (calls.error !== null) {
    return { ...base, snippets: [{ kind: 'json', value }], error: { code: calls.error, at: start } };
  }
  const snippets = calls.calls.map((call) => ({ kind: 'tool_call', ...call }) as const);
  return { ...base, snippets, flags: [...flags, ...calls.flags], error: null };
}
