import { isJsonObject } from '../json-schema.js';
import { readJsonValue } from './json-value.js';
import { type SourceText, type WrittenCall } from './source-text.js';
import { type RecognisedCalls, recogniseCalls } from './tool-calls.js';
import { elements } from './xml-elements.js';

const CONTAINERS = ['tool_call', 'function_call', 'invoke', 'function', 'tool_use'];
const NAMES = ['name', 'tool_name'];
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input'];

export function callsInTags(source: SourceText, tag: { attributes: string }, body: string): RecognisedCalls | null {
  const nested = elements(body, CONTAINERS);
  if (nested.length > 0) {
    const parts = nested.map((element) => callsInTags(source, element, element.content));
    const found = parts.filter((part) => part !== null);
    return found.length === 0 ? null : merged(found);
  }
  const json = jsonIn(source, body, nameInAttributes(tag.attributes));
  if (json !== null) return json;
  const name = nameInAttributes(tag.attributes) ?? elements(body, NAMES)[0]?.content.trim() ?? null;
  const args = argumentsIn(source, body, name !== null);
  if (name === null && args === null) return null;
  if (name === null || name === '') return { calls: [], flags: [], error: 'missing_tool_name' };
  if (args === 'invalid' || (args === null && hasWords(body)))
    return { calls: [], flags: [], error: 'invalid_arguments' };
  return { calls: [{ name, arguments: args ?? {} }], flags: [], error: null };
}

/** Contains more than the name: words, or unclosed arguments. */
function hasWords(body: string): boolean {
  return !/^[\s()]*$/.test(body.replace(/<(name|tool_name)>[^<]*<\/\1>/gi, ''));
}

function nameInAttributes(attributes: string): string | null {
  return /^\s*=\s*["']?([\w.-]+)/.exec(attributes)?.[1] ?? /\bname\s*=\s*["']?([\w.-]+)/.exec(attributes)?.[1] ?? null;
}

function jsonIn(source: SourceText, body: string, name: string | null): RecognisedCalls | null {
  if (/<(?:name|arguments|parameters|parameter|args|input)\b/i.test(body)) return null;
  const at = body.search(/[{[]/);
  if (at < 0) return null;
  const inner = source.inner(body);
  const found = readJsonValue(inner, at, { limit: body.length, closedBy: 'mark', fence: null });
  if (found?.kind !== 'value' || found.cutInside) return null;
  const word = name ?? /^\s*([\w.-]+)\s*$/.exec(body.slice(0, at))?.[1] ?? null;
  const calls = recogniseCalls(found.value, { source: inner, isCallExpected: word === null });
  if (calls !== null || word === null) return calls;
  if (!isJsonObject(found.value)) return { calls: [], flags: [], error: 'invalid_arguments' };
  return { calls: [{ name: word, arguments: found.value }], flags: [], error: null };
}

/** Arguments as JSON or tags; a named call may omit the outer tag. Null if none, `invalid` if not an object. */
function argumentsIn(source: SourceText, body: string, named: boolean): Record<string, unknown> | 'invalid' | null {
  const parameters = elements(body, ['parameter']);
  if (parameters.length > 0) {
    return Object.fromEntries(
      parameters.map(({ attributes, content }) => [nameInAttributes(attributes) ?? '', scalarIn(content)]),
    );
  }
  const content = elements(body, ARGUMENTS)[0]?.content;
  if (content === undefined) return named ? argumentElements(body) : null;
  if (content.trim() === '') return {};
  const inner = source.inner(content);
  const start = inner.skipBlank(0);
  if (content.charAt(start) !== '<') {
    const found = readJsonValue(inner, start, { limit: content.length, closedBy: 'mark', fence: null });
    return found?.kind === 'value' && !found.cutInside && isJsonObject(found.value) ? found.value : 'invalid';
  }
  return argumentElements(content) ?? 'invalid';
}

function argumentElements(content: string): Record<string, unknown> | null {
  const children = elements(content, null).filter(({ name }) => !NAMES.includes(name.toLowerCase()));
  if (children.length === 0) return null;
  return Object.fromEntries(children.map((child) => [child.name, scalarIn(child.content)]));
}

function scalarIn(text: string): unknown {
  const trimmed = text.trim();
  if (!/^(?:[{["]|-?\d|true$|false$|null$)/.test(trimmed)) return text.replace(/^\n|\n$/g, '');
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return text.replace(/^\n|\n$/g, '');
  }
}

function merged(parts: RecognisedCalls[]): RecognisedCalls {
  const calls: WrittenCall[] = parts.flatMap((part) => part.calls);
  const error = parts.find((part) => part.error !== null)?.error ?? null;
  const flags = parts.flatMap((part) => part.flags);
  if (error === 'missing_tool_name' && calls.length > 0)
    return { calls, flags: [...flags, 'nameless-call-skipped'], error: null };
  return { calls, flags, error };
}
