import { isJsonObject } from '../json-schema.js';
import { readJsonValue } from './json-value.js';
import { type SourceText, type WrittenCall } from './source-text.js';

export interface RecognisedCalls {
  calls: WrittenCall[];
  flags: string[];
  /** Set if a call is intended but not executable. */
  error: 'missing_tool_name' | 'invalid_arguments' | null;
}

export interface RecogniseOptions {
  source: SourceText;
  isCallExpected?: boolean;
}

const LISTS = ['tool_calls', 'toolCalls', 'function_calls'];
const WRAPPERS = ['function', 'tool_code', 'tool_call', 'function_call', 'functionCall'];
/** Argument keys; the first suffices alone, others need a name. */
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'action_input'];
const NAMES = ['name', 'tool_name', 'tool', 'function_name', 'function', 'action'];

const CALL_KEYS = new Set([...NAMES, ...ARGUMENTS, 'id', 'type', 'call_id', 'tool_call_id', 'index']);

export function recogniseCalls(value: unknown, options: RecogniseOptions): RecognisedCalls | null {
  const found: RecognisedCalls = { calls: [], flags: [], error: null };
  const isCall = collect(value, options, found, options.isCallExpected ?? false);
  if (!isCall) return null;
  // A nameless entry is skipped among valid ones, alone it is an error.
  if (found.error === 'missing_tool_name' && found.calls.length > 0) {
    return { ...found, flags: [...found.flags, 'nameless-call-skipped'], error: null };
  }
  return found;
}

function collect(value: unknown, options: RecogniseOptions, found: RecognisedCalls, isExpected: boolean): boolean {
  if (Array.isArray(value)) return collectList(value, options, found, isExpected);
  if (!isJsonObject(value)) return false;
  for (const key of LISTS) {
    const list = value[key];
    if (Array.isArray(list) && list.length > 0) return collectList(list, options, found, true);
    if (isJsonObject(list)) return collect(list, options, found, true);
    if (typeof list === 'string' && collectWritten(list, options, found)) return true;
  }
  for (const key of WRAPPERS) {
    const inner = value[key];
    if (Array.isArray(inner) && collectList(inner, options, found, false)) return true;
    // `{ function: {…} }` is a call even without a name; `{ function: "x" }` is handled below.
    if (isJsonObject(inner) && (nameOf(inner) !== null || argumentsOf(inner) !== null)) {
      return collect(inner, options, found, true);
    }
  }
  return collectMessage(value, options, found) || collectCall(value, options, found, isExpected);
}

function collectList(list: unknown[], options: RecogniseOptions, found: RecognisedCalls, isExpected: boolean): boolean {
  let any = false;
  let others = 0;
  for (const entry of list) {
    if (collect(entry, options, found, isExpected)) any = true;
    else others += 1;
  }
  if (any && others > 0) found.flags.push('entry-skipped');
  return any;
}

function collectMessage(value: Record<string, unknown>, options: RecogniseOptions, found: RecognisedCalls): boolean {
  if (Array.isArray(value.choices)) {
    return value.choices.map((choice) => collect(choice, options, found, false)).includes(true);
  }
  const message = value.message ?? value.delta;
  if (isJsonObject(message)) return collect(message, options, found, false);
  return typeof value.content === 'string' && collectWritten(value.content, options, found);
}

function collectWritten(text: string, options: RecogniseOptions, found: RecognisedCalls): boolean {
  const calls = options.source.callsIn(text);
  found.calls.push(...calls);
  return calls.length > 0;
}

function collectCall(
  value: Record<string, unknown>,
  options: RecogniseOptions,
  found: RecognisedCalls,
  isExpected: boolean,
): boolean {
  const name = nameOf(value);
  const given = argumentsOf(value);
  if (!isIntendedCall(value, name, given, options, isExpected)) return false;
  if (name === null || name.trim() === '') {
    found.error ??= 'missing_tool_name';
    return true;
  }
  const args = decodeArguments(given?.value, options.source);
  if (args === null) found.error = 'invalid_arguments';
  else found.calls.push({ name: name.trim(), arguments: args });
  return true;
}

function isIntendedCall(
  value: Record<string, unknown>,
  name: string | null,
  given: { key: string; value: unknown } | null,
  options: RecogniseOptions,
  isExpected: boolean,
): boolean {
  const { toolNames } = options.source.rules;
  const isDefinition = given?.key === 'parameters' && isJsonObject(given.value) && isJsonObject(given.value.properties);
  if (isDefinition) return false;
  if (isExpected) return true;
  // A null name with arguments: an intended call, not executable.
  if (name === null) return value.name === null && given?.key === 'arguments';
  if (given?.key === 'arguments') return true;
  const isKnown = toolNames?.has(name.toLowerCase()) ?? false;
  const isBare = Object.keys(value).every((key) => CALL_KEYS.has(key));
  if (given !== null) return isKnown || (isBare && isJsonObject(given.value));
  // A name alone is a call only if it is a tool.
  return isBare && (toolNames === null ? isIdentifier(name) : isKnown);
}

function isIdentifier(name: string): boolean {
  return /^[a-z][A-Za-z0-9_.-]{0,63}$/.test(name) && /[_.-][A-Za-z0-9]|[a-z0-9][A-Z]/.test(name);
}

function nameOf(value: Record<string, unknown>): string | null {
  for (const key of NAMES) {
    const name = value[key];
    if (typeof name === 'string') return name;
  }
  return null;
}

function argumentsOf(value: Record<string, unknown>): { key: string; value: unknown } | null {
  const key = ARGUMENTS.find((candidate) => Object.hasOwn(value, candidate));
  return key === undefined ? null : { key, value: value[key] };
}

/** Decodes repeatedly encoded arguments; null if not an object. */
function decodeArguments(given: unknown, source: SourceText): Record<string, unknown> | null {
  let current = given;
  for (let level = 0; level < 4; level += 1) {
    if (current === undefined || current === null) return {};
    if (isJsonObject(current)) return current;
    if (typeof current !== 'string') return null;
    if (current.trim() === '') return {};
    current = decodeText(current, source);
  }
  return null;
}

function decodeText(text: string, source: SourceText): unknown {
  const inner = source.inner(text);
  const start = inner.skipBlank(0);
  // A quoted text is decoded first.
  if (text.charAt(start) === '"') {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return Number.NaN;
    }
  }
  const found = readJsonValue(inner, start);
  const isWhole = found?.kind === 'value' && !found.truncated && inner.isBlankBetween(found.end, text.length);
  // Not `undefined`, which means "no arguments".
  return isWhole ? found.value : Number.NaN;
}
