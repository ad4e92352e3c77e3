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

/**
 * Canonical form: equal forms are equivalent, so one examination suffices. Ignores formatting, comments, case of
 * keywords and folded names, optional words and names of sources and outputs. By PostgreSQL's parse tree; else by
 * tokens. MySQL and MariaDB keep the case of tables; SQL Server counts as case-insensitive.
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
