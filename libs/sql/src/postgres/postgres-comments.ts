import { scanPostgres } from './postgres-parser.js';

/** Replaces comments by spaces: the parser's lookahead fails at them (`NULLS`, comment, `LAST`). */
export async function withoutComments(sql: string): Promise<string> {
  if (!sql.includes('--') && !sql.includes('/*')) return sql;
  const tokens = await scanPostgres(sql);
  if (tokens === null) return sql;
  const bytes = Buffer.from(sql);
  let text = '';
  let from = 0;
  for (const token of tokens.filter(({ tokenName }) => tokenName.endsWith('_COMMENT'))) {
    text += bytes.toString('utf8', from, token.start) + ' '.repeat(token.text.length);
    from = token.end;
  }
  return text + bytes.toString('utf8', from);
}
