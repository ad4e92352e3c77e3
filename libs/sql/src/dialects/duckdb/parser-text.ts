import type { SqlToken } from '../../lexer/token.js';

/** `a // b` becomes `a /  b` with equal offsets. */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  let adapted = '';
  let from = 0;
  for (const { text: operator, start, end } of tokens) {
    if (operator !== '//') continue;
    adapted += `${text.slice(from, start)}/ `;
    from = end;
  }
  return adapted + text.slice(from);
}
