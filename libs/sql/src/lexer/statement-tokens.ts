import type { SqlToken } from './token.js';

export function statementTokens(tokens: readonly SqlToken[]): SqlToken[] {
  const statement = tokens.filter(({ kind }) => kind !== 'comment');
  while (statement.at(-1)?.text === ';') statement.pop();
  return statement;
}

export function blankComments(sql: string, tokens: readonly SqlToken[]): string {
  let text = '';
  let from = 0;
  for (const { kind, start, end } of tokens) {
    if (kind !== 'comment') continue;
    text += sql.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return text + sql.slice(from);
}
