import { createHash } from 'node:crypto';
import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { postgresTrees } from './parse-tree.js';
import { canonicalPostgresTree } from './postgres-canonical.js';
import { canonicalTokens } from './token-canonical.js';

export interface CanonicalSql {
  canonical: string;
  hash: string;
}

export interface CanonicalOptions {
  /** Forms are equal only if results name their columns alike, but for case and expressions without a name. */
  keepsOutputNames?: boolean;
}

/**
 * Canonical form: statements of equal form are equivalent. Ignores formatting, comments, case of keywords and folded
 * names, optional words and names of sources and outputs. By PostgreSQL's parse tree; else by tokens. MySQL and MariaDB
 * keep the case of tables; SQL Server counts as case-insensitive.
 */
export async function canonicalSql(
  sql: string,
  dialect: Dialect,
  { keepsOutputNames = false }: CanonicalOptions = {},
): Promise<CanonicalSql> {
  const isPostgres = sqlDialect(dialect).grammar.kind === 'postgres';
  const fromTree = isPostgres ? await fromPostgresTree(sql, keepsOutputNames) : null;
  const canonical = fromTree ?? (await canonicalTokens(sql, dialect, keepsOutputNames));
  return { canonical, hash: createHash('sha256').update(`${dialect}\n${canonical}`).digest('hex') };
}

async function fromPostgresTree(sql: string, keepsOutputNames: boolean): Promise<string | null> {
  const statements = await postgresTrees(sql);
  return statements?.map((statement) => canonicalPostgresTree(statement['stmt'], keepsOutputNames)).join(';') ?? null;
}
