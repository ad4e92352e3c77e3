import { keywords } from './keywords.js';
import type { NormalToken } from './normal-token.js';

const endsSortKey = new Set([
  '',
  ',',
  ')',
  'limit',
  'offset',
  'fetch',
  'nulls',
  'rows',
  'range',
  'option',
  'for',
  'union',
]);
const marksLiteral = new Set(['date', 'time', 'timestamp', 'interval', 'n', 'datetime', 'binary']);

/** Removes AS before an alias, INNER, OUTER and ASC. */
export function dropOptionalWords(tokens: readonly NormalToken[]): NormalToken[] {
  return tokens.filter((token, index) => {
    if (token.isName) return true;
    const next = tokens[index + 1];
    const previous = tokens[index - 1];
    if (token.text === 'as') return !isOptionalAs(previous, next);
    if (token.text === 'inner') return next?.text !== 'join';
    if (token.text === 'outer')
      return next?.text !== 'join' || !['left', 'right', 'full'].includes(previous?.text ?? '');
    if (token.text === 'asc')
      return !endsSortKey.has(next?.text ?? '') || previous === undefined || ['by', ','].includes(previous.text);
    return true;
  });
}

function isOptionalAs(previous: NormalToken | undefined, next: NormalToken | undefined): boolean {
  if (next === undefined || !next.isName || previous === undefined) return false;
  const opens = keywords.has(previous.text) && !['end', 'null', 'true', 'false'].includes(previous.text);
  return !opens && !marksLiteral.has(previous.text);
}
