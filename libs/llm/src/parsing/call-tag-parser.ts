import { errorMatch, valueMatch } from './bare-json-parser.js';
import { type JsonError, type JsonValue, readJsonValue } from './json-value.js';
import { type Region } from './lenient-state.js';
import { type Snippet, type SnippetMatch, type SnippetParser } from './snippet-parser.js';
import { type SourceText } from './source-text.js';
import { type RecognisedCalls } from './tool-calls.js';
import { callsInTags } from './xml-calls.js';

export const callTagParser: SnippetParser = { name: 'call-tag', triggers: '<', matchAt };

/** In `SourceText.spend` units. */
const OPENER_EFFORT = 100;
const EFFORT_PER_BODY_CHARACTER = 4;
const OPENER = /<(tool_calls?|tool_code|tool_use|function_calls?|invoke|function)(?=[\s>=])([^<>]{0,200})>/iy;

interface Tag {
  name: string;
  attributes: string;
  start: number;
  bodyStart: number;
}

function matchAt(source: SourceText, at: number): SnippetMatch | null {
  OPENER.lastIndex = at;
  const opener = OPENER.exec(source.text);
  if (opener?.[1] === undefined) return null;
  source.spend(OPENER_EFFORT);
  const [whole, name, attributes = ''] = opener;
  const tag: Tag = { name: name.toLowerCase(), attributes, start: at, bodyStart: at + whole.length };
  // `<function=…>` and `<invoke name="…">` contain parameters.
  if (attributes !== '' && /=/.test(attributes)) return tagMatch(source, tag);
  const first = source.skipBlank(tag.bodyStart);
  const char = source.text.charAt(first);
  if (char === '{' || char === '[') return jsonMatch(source, tag, first) ?? tagMatch(source, tag);
  return tagMatch(source, tag);
}

function jsonMatch(source: SourceText, tag: Tag, first: number): SnippetMatch | null {
  const matches: SnippetMatch[] = [];
  for (let at = first; ;) {
    const found = readInTag(source, tag, at);
    if (found === null) return null;
    if (found.kind === 'error') return { ...errorMatch(at, found), start: tag.start };
    matches.push(valueMatch(source, at, found, true));
    const next = source.skipBlank(found.end);
    const char = source.text.charAt(next);
    if (char !== '{' && char !== '[') return joined(source, tag, matches, next);
    at = next;
  }
}

function joined(source: SourceText, tag: Tag, matches: SnippetMatch[], next: number): SnippetMatch {
  const closer = closingTagAt(source, tag, next) ?? junkBefore(source, tag, next);
  const error = matches.find((match) => match.error !== null)?.error ?? null;
  const flags = matches.flatMap((match) => match.flags);
  return {
    start: tag.start,
    end: closer ?? matches.at(-1)?.end ?? next,
    snippets: matches.flatMap((match) => match.snippets),
    repaired: matches.some((match) => match.repaired),
    flags: closer === null ? [...flags, 'unterminated-tag'] : flags,
    error: error === null ? null : { ...error, at: tag.start },
  };
}

/** Stray characters before the closing tag belong to the call. */
function junkBefore(source: SourceText, tag: Tag, next: number): number | null {
  const at = nextClosingTag(source, tag, next);
  return at < 0 || /[^\s}\]`;,.]/.test(source.text.slice(next, at)) ? null : closingTagAt(source, tag, at);
}

/** A value that runs to the end of the reply is limited by the closing tag. */
function readInTag(source: SourceText, tag: Tag, at: number): JsonValue | JsonError | null {
  const found = readJsonValue(source, at);
  if (found?.kind === 'error' || (found?.kind === 'value' && !found.truncated)) return found;
  const limit = nextClosingTag(source, tag, at);
  if (limit < 0) return found;
  const region: Region = { limit, closedBy: 'mark', fence: null };
  return readJsonValue(source, at, region);
}

/** Tags, or a name before JSON. Unclosed: a call if complete, truncated if it starts like one, else text. */
function tagMatch(source: SourceText, tag: Tag): SnippetMatch | null {
  const closer = nextClosingTag(source, tag, tag.bodyStart);
  if (closer < 0) return unclosedMatch(source, tag) ?? (startsLikeCall(source, tag) ? cutMatch(source, tag) : null);
  const body = source.text.slice(tag.bodyStart, closer);
  source.spend(body.length * EFFORT_PER_BODY_CHARACTER);
  const found = callsInTags(source, tag, body);
  return found === null ? null : tagCallsMatch(tag.start, closingTagAt(source, tag, closer) ?? closer, found);
}

function unclosedMatch(source: SourceText, tag: Tag): SnippetMatch | null {
  const first = source.skipBlank(tag.bodyStart);
  if (!/=/.test(tag.attributes) || source.text.charAt(first) !== '{') return null;
  const found = readJsonValue(source, first);
  if (found?.kind === 'error') return { ...errorMatch(first, found), start: tag.start };
  if (found === null || found.truncated || found.unclosed || found.guessedEnd) return cutMatch(source, tag);
  const calls = callsInTags(source, tag, source.text.slice(tag.bodyStart, found.end));
  if (calls === null) return null;
  const match = tagCallsMatch(tag.start, found.end, calls);
  return { ...match, flags: [...match.flags, 'unterminated-tag'] };
}

function cutMatch(source: SourceText, tag: Tag): SnippetMatch {
  const error = { code: 'truncated_tool_call', at: tag.start };
  return { start: tag.start, end: source.text.length, snippets: [], repaired: false, flags: ['truncated'], error };
}

function tagCallsMatch(start: number, end: number, found: RecognisedCalls): SnippetMatch {
  const base = { start, end, repaired: false, flags: found.flags };
  if (found.error !== null) return { ...base, snippets: [], error: { code: found.error, at: start } };
  const snippets = found.calls.map((call): Snippet => ({ kind: 'tool_call', ...call }));
  return { ...base, snippets, error: null };
}

function startsLikeCall(source: SourceText, tag: Tag): boolean {
  const first = source.skipBlank(tag.bodyStart);
  if (/=/.test(tag.attributes) && (first >= source.text.length || source.text.charAt(first) === '<')) return true;
  return /^<(?:name|tool_name|function=|invoke |parameter)/i.test(source.text.slice(first, first + 12));
}

function nextClosingTag(source: SourceText, tag: Tag, from: number): number {
  const pattern = CLOSING_TAGS.get(tag.name) ?? new RegExp(`</\\s{0,4}${tag.name}\\s{0,4}>`, 'gi');
  CLOSING_TAGS.set(tag.name, pattern);
  return source.search(`</${tag.name}`, pattern, from);
}

const CLOSING_TAGS = new Map<string, RegExp>();

function closingTagAt(source: SourceText, tag: Tag, at: number): number | null {
  if (nextClosingTag(source, tag, at) !== at) return null;
  return source.text.indexOf('>', at) + 1;
}
