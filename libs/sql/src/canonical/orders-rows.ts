import type { Dialect } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import type { SqlToken } from '../lexer/token.js';
import { statementTokens } from '../lexer/statement-tokens.js';

const limits = new Set(['limit', 'offset', 'fetch']);

/** Whether the outermost statement has ORDER BY. By tokens, so unparsable text works. */
export async function ordersRows(sql: string, dialect: Dialect): Promise<boolean> {
  return hasOuterOrderBy(statementTokens(tokenize(sql, dialect).tokens));
}

function hasOuterOrderBy(tokens: readonly SqlToken[]): boolean {
  const words = tokens.map(({ kind, text }) => (kind === 'word' || kind === 'symbol' ? text.toLowerCase() : ''));
  let depth = 0;
  for (const [index, word] of words.entries()) {
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    else if (depth === 0 && word === 'order' && words[index + 1] === 'by') return true;
  }
  // `(SELECT … ORDER BY …) LIMIT 5`.
  const close = words[0] === '(' ? closeOf(words) : -1;
  const isWhole = close > 0 && (close === words.length - 1 || limits.has(words[close + 1] ?? ''));
  return isWhole && hasOuterOrderBy(tokens.slice(1, close));
}

function closeOf(words: readonly string[]): number {
  let depth = 0;
  return words.findIndex((word) => {
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    return depth === 0;
  });
}
