import { isIntendedValue } from './acceptance.js';
import { errorMatch, valueMatch } from './bare-json-parser.js';
import { type JsonError, type JsonValue, readJsonValue } from './json-value.js';
import { type Region } from './lenient-state.js';
import { type SnippetMatch, type SnippetParser } from './snippet-parser.js';
import { type SourceText } from './source-text.js';
import { callTagParser } from './call-tag-parser.js';

/** Fences with JSON or calls. Other code is text unless a single JSON value. */
export const fencedParser: SnippetParser = { name: 'fenced', triggers: '`~', matchAt };

/** Info strings that permit JSON within prose; other languages use braces. */
const OPEN_TAGS =
  /^(?:|json[\w]*|ndjson|jsonl|text|txt|plain(?:text)?|md|markdown|xml|html|tool\w*|output|response|result|answer)$/i;

interface Fence {
  mark: string;
  length: number;
  tag: string;
  bodyStart: number;
  /** A closing run: at a line start, not an opener. */
  closer: RegExp;
}

function matchAt(source: SourceText, at: number, blockStart: number): SnippetMatch | null {
  const fence = openFence(source, at, blockStart);
  if (fence === null) return null;
  const { matches, closedAt, end } = readBody(source, fence);
  const [first] = matches;
  if (first === undefined) {
    // A fence without values is text; an unclosed opener is only an opener.
    return closedAt === null ? null : { start: at, end, snippets: [], repaired: false, flags: [], error: null };
  }
  const isCode = !OPEN_TAGS.test(fence.tag);
  const fills = source.isBlankBetween(fence.bodyStart, first.start);
  if (isCode && !(fills && closedAt !== null && source.isBlankBetween(first.end, closedAt))) {
    return closedAt === null ? null : { start: at, end, snippets: [], repaired: false, flags: [], error: null };
  }
  return {
    start: at,
    end,
    snippets: matches.flatMap((match) => match.snippets),
    repaired: matches.some((match) => match.repaired),
    flags: [...matches.flatMap((match) => match.flags), ...(closedAt === null ? ['unterminated-fence'] : [])],
    error: matches.find((match) => match.error !== null)?.error ?? null,
  };
}

const LINE_END = /\n/g;

/** In `SourceText.spend` units. */
const OPENER_EFFORT = 100;
const OPENER = /(`{3,}|~{3,})[ \t]*([\w+#.-]*)/y;

function openFence(source: SourceText, at: number, blockStart: number): Fence | null {
  const { text } = source;
  if (at > blockStart && text.charAt(at - 1) === text.charAt(at)) return null;
  OPENER.lastIndex = at;
  const opener = OPENER.exec(text);
  if (opener?.[1] === undefined) return null;
  source.spend(opener[0].length + OPENER_EFFORT);
  const afterTag = at + opener[0].length;
  const lineEnd = source.search('line end', LINE_END, afterTag);
  const line = text.slice(afterTag, lineEnd < 0 ? text.length : Math.min(lineEnd, afterTag + 200));
  // Further words belong to the info string, unless a value starts.
  const bodyStart = lineEnd < 0 || /^[ \t]*[{[<]/.test(line) ? afterTag : lineEnd;
  const mark = opener[1].charAt(0);
  const { length } = opener[1];
  const closer = new RegExp(`(?<=\\n[ \\t]{0,20})${mark}{${length},}(?![\\w{[${mark}])`, 'g');
  return { mark, length, tag: opener[2] ?? '', bodyStart, closer };
}

interface Body {
  matches: SnippetMatch[];
  closedAt: number | null;
  end: number;
}

/** Up to the closing run; values are read first, because runs inside texts do not count. */
function readBody(source: SourceText, fence: Fence): Body {
  const matches: SnippetMatch[] = [];
  let at = fence.bodyStart;
  for (;;) {
    const closer = nextCloser(source, fence, at);
    const candidate = nextCandidate(source, at, closer ?? source.text.length);
    if (candidate < 0 || source.isExhausted) {
      if (closer !== null) return { matches, closedAt: closer, end: endOfRun(source, fence, closer) };
      return { matches, closedAt: null, end: matches.at(-1)?.end ?? at };
    }
    // An unclosed fence counts only if a value follows its opener.
    if (closer === null && matches.length === 0 && !source.isBlankBetween(fence.bodyStart, candidate)) {
      return { matches, closedAt: null, end: at };
    }
    const match = matchInBody(source, fence, candidate, matches.at(-1)?.end ?? fence.bodyStart, closer);
    if (match === null) {
      at = candidate + 1;
      continue;
    }
    matches.push(match);
    at = match.end;
    const inline = source.skipBlank(at);
    if (isRunAt(source, fence, inline)) return { matches, closedAt: inline, end: endOfRun(source, fence, inline) };
    // An unclosed fence ends with its first value.
    if (nextCloser(source, fence, at) === null) return { matches, closedAt: null, end: at };
  }
}

const CANDIDATE = /[{[<]/g;

function nextCandidate(source: SourceText, from: number, limit: number): number {
  const at = source.search('candidate', CANDIDATE, from);
  return at < 0 || at >= limit ? -1 : at;
}

function matchInBody(
  source: SourceText,
  fence: Fence,
  at: number,
  from: number,
  closer: number | null,
): SnippetMatch | null {
  if (source.text.charAt(at) === '<') return callTagParser.matchAt(source, at, from);
  const found = readInBody(source, fence, at, from, closer);
  if (found === null) return null;
  if (found.kind === 'error') return errorMatch(at, found);
  const to = nextCloser(source, fence, found.end) ?? source.text.length;
  const end = isRunAt(source, fence, source.skipBlank(found.end)) ? found.end : to;
  return isIntendedValue(source, found, { start: at, from, to: end }) ? valueMatch(source, at, found) : null;
}

function readInBody(
  source: SourceText,
  fence: Fence,
  at: number,
  from: number,
  closer: number | null,
): JsonValue | JsonError | null {
  const mode = source.isBlankBetween(from, at) ? 'liberal' : 'prose';
  const region: Region = { limit: source.text.length, closedBy: 'end', fence };
  const found = readJsonValue(source, at, region, mode);
  const isSound = found?.kind === 'value' && !found.truncated;
  if (isSound || closer === null || found?.kind === 'error') return found;
  // The value passed the closing run because of an unclosed text: limit it.
  return readJsonValue(source, at, { limit: closer, closedBy: 'mark', fence: null }, mode);
}

function nextCloser(source: SourceText, fence: Fence, from: number): number | null {
  const at = source.search(`closer ${fence.mark}${fence.length}`, fence.closer, from);
  return at < 0 ? null : at;
}

function isRunAt(source: SourceText, fence: Fence, at: number): boolean {
  return source.text.startsWith(fence.mark.repeat(fence.length), at);
}

function endOfRun(source: SourceText, fence: Fence, at: number): number {
  let end = at;
  while (source.text.charAt(end) === fence.mark) end += 1;
  return end;
}
