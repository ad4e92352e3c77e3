import type { SqlToken } from '../../lexer/token.js';

/**
 * Replaces what the parser does not know by text of equal length that reads the same tables: `a // b`, `UNION BY NAME`,
 * `TABLESAMPLE 10%`.
 */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  let adapted = '';
  let from = 0;
  const replace = (first: SqlToken, last: SqlToken, by = ''): void => {
    adapted += text.slice(from, first.start) + by.padEnd(last.end - first.start);
    from = last.end;
  };
  const word = (index: number): string => tokens[index]?.text.toLowerCase() ?? '';
  tokens.forEach((token, index) => {
    const [next, after] = [tokens[index + 1], tokens[index + 2]];
    if (token.text === '//') replace(token, token, '/');
    else if (word(index) === 'by' && word(index + 1) === 'name' && /^(?:union|all)$/.test(word(index - 1))) {
      replace(token, next ?? token);
    } else if (
      word(index) === 'tablesample' &&
      next?.kind === 'number' &&
      /^(?:%|percent|rows)$/.test(word(index + 2))
    ) {
      replace(token, after ?? next);
    }
  });
  return adapted + text.slice(from);
}
