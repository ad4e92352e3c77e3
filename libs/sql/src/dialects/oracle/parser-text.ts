import type { SqlToken } from '../../lexer/token.js';

export function adaptOracle(text: string, tokens: readonly SqlToken[]): string {
  return withPlainStrings(withoutJoinMarks(text, tokens), tokens);
}

function withoutJoinMarks(text: string, tokens: readonly SqlToken[]): string {
  let adapted = text;
  tokens.forEach((token, index) => {
    const close = tokens[index + 2];
    if (token.text !== '(' || tokens[index + 1]?.text !== '+' || close?.text !== ')') return;
    adapted = adapted.slice(0, token.start) + ' '.repeat(close.end - token.start) + adapted.slice(close.end);
  });
  return adapted;
}

function withPlainStrings(text: string, tokens: readonly SqlToken[]): string {
  let adapted = text;
  for (const { kind, text: written, start, end } of tokens) {
    if (kind !== 'string' || !/^n?q/i.test(written)) continue;
    adapted = `${adapted.slice(0, start)}'${'x'.repeat(end - start - 2)}'${adapted.slice(end)}`;
  }
  return adapted;
}
