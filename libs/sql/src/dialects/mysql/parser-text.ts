import type { SqlToken } from '../../lexer/token.js';

/**
 * Rewrites `TABLE name` and `VALUES ROW(…)`, and replaces `!` and `&&`, which the parser does not know, by operators
 * with the same operands.
 */
export function adaptMysql(text: string, tokens: readonly SqlToken[]): string {
  const [first] = tokens;
  if (first?.text.toLowerCase() === 'table') return `SELECT * FROM ${text.slice(first.end)}`;
  const isValues = first?.text.toLowerCase() === 'values';
  let adapted = text;
  tokens.forEach((token, index) => {
    const isRow = token.kind === 'word' && token.text.toLowerCase() === 'row' && tokens[index + 1]?.text === '(';
    const by = OPERATORS[token.text];
    if (isValues && isRow) adapted = replaced(adapted, token, '');
    else if (token.kind === 'symbol' && by !== undefined) {
      adapted = replaced(adapted, token, tokens[index - 1]?.text === token.text ? '' : by);
    }
  });
  return adapted;
}

const OPERATORS: Readonly<Record<string, string>> = { '!': '~', '&&': '&' };

function replaced(text: string, { start, end }: SqlToken, by: string): string {
  return text.slice(0, start) + by.padEnd(end - start) + text.slice(end);
}
