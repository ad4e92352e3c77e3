import { valueMatch } from './bare-json-parser.js';
import { readJsonValue } from './json-value.js';
import { type SnippetMatch, type SnippetParser } from './snippet-parser.js';
import { type SourceText } from './source-text.js';

/** Prefilled with `{`; must be the whole text. */
export const headlessObjectParser: SnippetParser = { name: 'headless-object', triggers: '"', matchAt };

const FIRST_KEY = /"[^"\\\n]{1,80}"\s{0,20}:(?:\s|["{[\d])/y;

function matchAt(source: SourceText, at: number, blockStart: number): SnippetMatch | null {
  if (!source.isBlankBetween(blockStart, at)) return null;
  FIRST_KEY.lastIndex = at;
  if (!FIRST_KEY.test(source.text)) return null;
  const whole = source.inner(`{${source.text.slice(at)}`);
  const found = readJsonValue(whole, 0, undefined, 'prose');
  if (found?.kind !== 'value' || found.cutInside) return null;
  if (!whole.isBlankBetween(found.end, whole.text.length)) return null;
  return valueMatch(source, at, { ...found, end: found.end + at - 1, repaired: true });
}
