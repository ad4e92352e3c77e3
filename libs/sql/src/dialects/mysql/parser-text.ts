import type { SqlToken } from '../../lexer/token.js';

/** Rewrites `TABLE name` and `VALUES ROW(…)`. */
export function adaptMysql(text: string, tokens: readonly SqlToken[]): string {
  const [first] = tokens;
  if (first?.text.toLowerCase() === 'table') return `SELECT * FROM ${text.slice(first.end)}`;
  if (first?.text.toLowerCase() !== 'values') return text;
  let adapted = text;
  tokens.forEach((token, index) => {
    const isRow = token.kind === 'word' && token.text.toLowerCase() === 'row' && tokens[index + 1]?.text === '(';
    if (isRow) adapted = adapted.slice(0, token.start) + '   ' + adapted.slice(token.end);
  });
  return adapted;
}
