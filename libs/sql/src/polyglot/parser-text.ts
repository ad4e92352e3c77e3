import type { SqlToken } from '../lexer/token.js';
import type { TokenDialect } from './token-dialect.js';

/**
 * The text as the parser is given it: forms that it does not know, and whose tokens have been judged already, are
 * written in a way that it does. Never the text that runs.
 */
export function adaptForParser(text: string, tokens: readonly SqlToken[], dialect: TokenDialect): string {
  if (dialect === 'oracle') return withPlainStrings(withoutJoinMarks(text, tokens), tokens);
  if (dialect === 'mysql' || dialect === 'mariadb') return adaptMysql(text, tokens);
  return text;
}

/** Oracle's `column (+)`. */
function withoutJoinMarks(text: string, tokens: readonly SqlToken[]): string {
  let adapted = text;
  tokens.forEach((token, index) => {
    const close = tokens[index + 2];
    if (token.text !== '(' || tokens[index + 1]?.text !== '+' || close?.text !== ')') return;
    adapted = adapted.slice(0, token.start) + ' '.repeat(close.end - token.start) + adapted.slice(close.end);
  });
  return adapted;
}

/** Oracle's `q'[it's]'`. */
function withPlainStrings(text: string, tokens: readonly SqlToken[]): string {
  let adapted = text;
  for (const { kind, text: written, start, end } of tokens) {
    if (kind !== 'string' || !/^n?q/i.test(written)) continue;
    adapted = `${adapted.slice(0, start)}'${'x'.repeat(end - start - 2)}'${adapted.slice(end)}`;
  }
  return adapted;
}

/** MySQL's `TABLE name` and `VALUES ROW(…)`. */
function adaptMysql(text: string, tokens: readonly SqlToken[]): string {
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
