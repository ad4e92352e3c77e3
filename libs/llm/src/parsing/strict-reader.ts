import type { SourceText } from './source-text.js';

export type StrictReading =
  | { kind: 'value'; value: unknown; end: number }
  /** Not JSON, or incomplete. */
  | { kind: 'none' }
  | { kind: 'too-deep' };

/** Cost of a `JSON.parse` exception, in `SourceText.spend` units. */
const THROWN = 600;

/** A JSON token (RFC 8259) with preceding white space; of a text, its opening quote. */
const TOKEN = /[ \t\r\n]*(?:[[\]{},:"]|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

/** A part of a text up to one escape: one expression for the whole text overflows the stack at many escapes. */
// eslint-disable-next-line no-control-regex -- raw control characters end a text
const PART = /[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))?/y;

/** Reads the JSON container at `start`, ignoring what follows. Tokens determine its end, `JSON.parse` its value. */
export function readStrict(source: SourceText, start: number): StrictReading {
  const { text, rules } = source;
  let depth = 0;
  let end = start;
  TOKEN.lastIndex = start;
  while (TOKEN.test(text)) {
    end = TOKEN.lastIndex;
    const last = text.charAt(end - 1);
    if (last === '{' || last === '[') depth += 1;
    else if (last === '}' || last === ']') depth -= 1;
    else if (last === '"') end = TOKEN.lastIndex = endOfText(text, end);
    if (depth === 0 || depth > rules.maxDepth) break;
  }
  source.spend(end - start);
  if (depth > rules.maxDepth) return { kind: 'too-deep' };
  return depth === 0 ? parsed(source, start, end) : { kind: 'none' };
}

/** Behind the closing quote, or where the text ends without one, which avoids repeated searches for it. */
function endOfText(text: string, start: number): number {
  let end = (PART.lastIndex = start);
  while (PART.test(text) && PART.lastIndex > end) end = PART.lastIndex;
  return text.charAt(end) === '"' ? end + 1 : end;
}

function parsed(source: SourceText, start: number, end: number): StrictReading {
  try {
    return { kind: 'value', value: JSON.parse(source.text.slice(start, end)) as unknown, end };
  } catch {
    source.spend(THROWN);
    return { kind: 'none' };
  }
}
