import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { checkStructure, checkText } from '../guard/text-limits.js';
import { tokenize } from '../lexer/lexer.js';
import { blankComments, statementTokens } from '../lexer/statement-tokens.js';
import { parsePolyglot, type TreeNode } from '../polyglot/polyglot-parser.js';
import { withoutComments } from '../postgres/postgres-comments.js';
import { parsePostgres, type PostgresNode } from '../postgres/postgres-parser.js';

/** Null if unparsable or too large. */
export async function postgresTrees(sql: string): Promise<PostgresNode[] | null> {
  try {
    checkText(sql);
    checkStructure(tokenize(sql, 'postgres'));
    const parsed = await parsePostgres(await withoutComments(sql));
    return 'error' in parsed ? null : parsed.statements;
  } catch {
    return null;
  }
}

export interface PolyglotTrees {
  statements: TreeNode[];
  /** Tree offsets equal text offsets. */
  samePlaces: boolean;
}

/** Null for PostgreSQL, and if unparsable or too large. */
export async function polyglotTrees(sql: string, dialect: Dialect): Promise<PolyglotTrees | null> {
  const { grammar } = sqlDialect(dialect);
  if (grammar.kind !== 'general') return null;
  try {
    checkText(sql);
    const lexed = tokenize(sql, dialect);
    checkStructure(lexed);
    const tokens = statementTokens(lexed.tokens);
    const text = blankComments(sql, lexed.tokens).slice(0, tokens.at(-1)?.end);
    const adapted = grammar.adapt?.(text, tokens) ?? text;
    const parsed = await parsePolyglot(adapted, grammar.parser);
    return 'error' in parsed ? null : { statements: parsed.statements, samePlaces: adapted.length === text.length };
  } catch {
    return null;
  }
}
