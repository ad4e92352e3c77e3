import { scanEscaped, unescapeOnce } from './escaped-text.js';
import { type Region, openRegion } from './lenient-state.js';
import { type LenientValue, readLenient } from './lenient-reader.js';
import { type ReadingMode, type SourceText } from './source-text.js';
import { readStrict } from './strict-reader.js';

export interface JsonValue extends LenientValue {
  repaired: boolean;
}

/** An unsafe span, not examined again. */
export interface JsonError {
  kind: 'error';
  code: 'depth_limit' | 'invalid_unicode_escape';
  at: number;
  end: number;
}

const MAX_ESCAPE_LEVELS = 3;
/** In `SourceText.spend` units. */
const ATTEMPT = 40;
const EFFORT_PER_ESCAPED_CHARACTER = 12;
const ESCAPED_TEXT = /(?:\\+[nrt]|[\s{[]){0,40}\\+"[^"\\\n]{0,200}\\+"\s{0,20}[:,\]]/y;

/** Strict, escaped, then lenient. */
export function readJsonValue(
  source: SourceText,
  start: number,
  region: Region = openRegion(source),
  mode: ReadingMode = 'liberal',
): JsonValue | JsonError | null {
  source.spend(ATTEMPT);
  const strict = readStrict(source, start);
  if (strict.kind === 'too-deep') return tooDeep(source, start);
  if (strict.kind === 'value' && strict.end <= region.limit) {
    const { value, end } = strict;
    const sound = { truncated: false, unclosed: false, cutInside: false, guessedEnd: false, colons: 0, bareWords: 0 };
    return { kind: 'value', value, end, repaired: false, ...sound };
  }
  const escaped = readEscaped(source, start, region);
  if (escaped !== null) return escaped;
  const lenient = readLenient(source, start, region, mode);
  switch (lenient.kind) {
    case 'value':
      return { ...lenient, repaired: true };
    case 'too-deep':
      return tooDeep(source, start);
    case 'invalid-escape': {
      const end = Math.max(endOfBalance(source, start, region.limit), Math.min(lenient.at + 2, region.limit));
      return { kind: 'error', code: 'invalid_unicode_escape', at: lenient.at, end };
    }
    case 'none':
      return null;
  }
}

function tooDeep(source: SourceText, start: number): JsonError {
  return { kind: 'error', code: 'depth_limit', at: start, end: endOfBalance(source, start, source.text.length) };
}

function endOfBalance(source: SourceText, start: number, limit: number): number {
  const { text } = source;
  let depth = 0;
  let inString = false;
  let at = start;
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      inString = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return limit;
}

function readEscaped(source: SourceText, start: number, region: Region, level = 1): JsonValue | null {
  const first = source.skipBlank(start + 1, region.limit);
  if (!'\\{['.includes(source.text.charAt(first))) return null;
  ESCAPED_TEXT.lastIndex = first;
  if (!ESCAPED_TEXT.test(source.text)) return null;
  const { end: balanced, plainTexts } = scanEscaped(source.text, start, region.limit);
  const end = balanced ?? region.limit;
  source.spend((end - start) * EFFORT_PER_ESCAPED_CHARACTER);
  const inner = source.inner(unescapeOnce(source.text, { start, end }, plainTexts));
  const innerRegion: Region = { ...openRegion(inner), closedBy: balanced === null ? region.closedBy : 'mark' };
  const deeper = level < MAX_ESCAPE_LEVELS ? readEscaped(inner, 0, innerRegion, level + 1) : null;
  const read = deeper ?? readJsonValue(inner, 0, innerRegion);
  return read === null || read.kind === 'error'
    ? null
    : { ...read, end, repaired: true, colons: Math.max(1, read.colons) };
}
