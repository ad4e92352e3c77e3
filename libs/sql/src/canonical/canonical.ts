import { createHash } from 'node:crypto';
import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { postgresTrees } from './parse-tree.js';
import { canonicalPostgresTree } from './postgres-canonical.js';
import { canonicalTokens } from './token-canonical.js';

export interface CanonicalSql {
  /** A text for comparison, not for running. */
  canonical: string;
  /** SHA-256 of the canonical text, in hex. */
  hash: string;
}

/**
 * The canonical form of a statement: two statements with the same form mean the same, so that they need to be examined
 * only once. It ignores formatting, comments, the final semicolon, the case of keywords, functions and of names that
 * the dialect folds, optional words (AS, INNER, OUTER, ASC), and names of tables and result columns that the statement
 * gives itself. It keeps whatever might make a difference: literals as written, quoted names, the order of everything.
 *
 * PostgreSQL is compared by its parse tree, the others by their tokens; a text that cannot be parsed too. MySQL and
 * MariaDB keep the case of table names, which matters on most of their servers; SQL Server is taken to run with its
 * default, case-insensitive collation.
 */
export async function canonicalSql(sql: string, dialect: Dialect): Promise<CanonicalSql> {
  const isPostgres = sqlDialect(dialect).grammar.kind === 'postgres';
  const canonical = (isPostgres ? await fromPostgresTree(sql) : null) ?? (await canonicalTokens(sql, dialect));
  return { canonical, hash: createHash('sha256').update(`${dialect}\n${canonical}`).digest('hex') };
}

async function fromPostgresTree(sql: string): Promise<string | null> {
  const statements = await postgresTrees(sql);
  return statements?.map((statement) => canonicalPostgresTree(statement['stmt'])).join(';') ?? null;
}
