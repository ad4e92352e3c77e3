import type { Dialect } from '@assay/contracts';
import { createHash } from 'node:crypto';
import { tokenize } from '../lexer/lexer.js';
import type { SqlToken } from '../lexer/token.js';

/** A statement without what does not matter. */
export interface CanonicalSql {
  canonical: string;
  /** SHA-256 of the canonical text, in hex. */
  hash: string;
}

/**
 * The form in which two texts of the same statement are equal: the token stream without comments, white space and the
 * final semicolon, words in lower case. What can change the meaning stays as it is: strings, quoted identifiers.
 */
export async function canonicalSql(sql: string, dialect: Dialect): Promise<CanonicalSql> {
  const canonical = significantTokens(sql, dialect).map(canonicalToken).join(' ');
  return { canonical, hash: createHash('sha256').update(canonical).digest('hex') };
}

/** Tokens that carry meaning: no comments, no semicolons at the end. */
export function significantTokens(sql: string, dialect: Dialect): SqlToken[] {
  const tokens = tokenize(sql, dialect).tokens.filter((token) => token.kind !== 'comment');
  while (tokens.at(-1)?.text === ';') tokens.pop();
  return tokens;
}

function canonicalToken(token: SqlToken): string {
  if (token.kind === 'word') return token.text.toLowerCase();
  if (token.kind === 'symbol' && token.text === '!=') return '<>';
  return token.text;
}
