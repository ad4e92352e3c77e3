import type { SqlToken } from '../../lexer/token.js';

/**
 * Replaces what the parser does not know by text of equal length that reads the same tables: `(a) -> '$.b'`, which it
 * takes for a lambda function, and the sign of `a IS +b`.
 */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  let adapted = '';
  let from = 0;
  tokens.forEach((token, index) => {
    const isArrow = /^->>?$/.test(token.text);
    const isSign = token.text === '+' && tokens[index - 1]?.text.toLowerCase() === 'is';
    if (!isArrow && !isSign) return;
    adapted += text.slice(from, token.start) + (isArrow ? '||' : '').padEnd(token.end - token.start);
    from = token.end;
  });
  return adapted + text.slice(from);
}
