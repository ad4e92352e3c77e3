import { scanPostgres } from './postgres-parser.js';

/**
 * The text with every comment turned into as many spaces, found by PostgreSQL's own lexer. Besides making the text safe to
 * wrap this spares the parser a trap: it does not see past a comment where the grammar looks ahead (`NULLS`, comment, `LAST`).
 */
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
