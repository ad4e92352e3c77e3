import type { SourceText } from './source-text.js';

/** What reading strict JSON came to. */
export type StrictReading =
  | { kind: 'value'; value: unknown; end: number }
  /** Not JSON, or not all of it is there. */
  | { kind: 'none' }
  | { kind: 'too-deep' };

/** What an error that `JSON.parse` throws costs, in the unit of `SourceText.spend`. */
const THROWN = 600;

/**
 * A token of JSON (RFC 8259) and the white space before it. A text may lack its closing quote: an end that is looked for
 * without result would be searched again from every opener before it.
 */
const TOKEN =
  // eslint-disable-next-line no-control-regex -- raw control characters end a text
  /[ \t\r\n]*(?:[[\]{},:]|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"?|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

/**
 * Reads the JSON object or array that starts at `start`; what follows it does not matter. Its tokens say where it ends,
 * and at the first that is none that there is no JSON; what it holds is for `JSON.parse` to say.
 */
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
    if (depth === 0 || depth > rules.maxDepth) break;
  }
  source.spend(end - start);
  if (depth > rules.maxDepth) return { kind: 'too-deep' };
  return depth === 0 ? parsed(source, start, end) : { kind: 'none' };
}

function parsed(source: SourceText, start: number, end: number): StrictReading {
  try {
    return { kind: 'value', value: JSON.parse(source.text.slice(start, end)) as unknown, end };
  } catch {
    source.spend(THROWN);
    return { kind: 'none' };
  }
}
