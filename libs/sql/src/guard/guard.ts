import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { tokenize } from '../lexer/lexer.js';
import type { GuardOptions, GuardOutcome } from './guard-outcome.js';
import { checkBulk } from './bulk/check-bulk.js';
import { GuardRefused } from './guard-refused.js';
import { guardPolyglot } from './polyglot/guard-polyglot.js';
import { guardPostgres } from './postgres/guard-postgres.js';
import { provenFunctions, withGrowth } from './postgres/proven-functions.js';
import { checkStructure, checkText } from './text-limits.js';

/**
 * Allows a single read by allow-lists. PostgreSQL uses its own grammar; other dialects need both token and tree checks.
 * Never throws: uncheckable text is refused. Requires default lexical modes
 * (`standard_conforming_strings` on; no `NO_BACKSLASH_ESCAPES`, no `ANSI_QUOTES`).
 */
export async function guardSql(sql: string, dialect: Dialect, options: GuardOptions = {}): Promise<GuardOutcome> {
  const text = sql.startsWith('\uFEFF') ? ` ${sql.slice(1)}` : sql;
  try {
    checkText(text, options.maxBytes);
    const lexed = tokenize(text, dialect);
    checkStructure(lexed);
    const { grammar, bulk, ...rules } = sqlDialect(dialect);
    const outcome =
      grammar.kind === 'postgres'
        ? await guardPostgres(text, options)
        : await guardPolyglot(text, lexed, { name: dialect, grammar, ...rules }, options);
    checkBulk(lexed.tokens, withGrowth(bulk, options.proven));
    return outcome;
  } catch (error) {
    if (error instanceof GuardRefused) return error.toRefusal();
    const reason = error instanceof RangeError ? 'nests too deep' : 'is beyond the parser';
    return { allowed: false, rule: 'parser-fault', message: `The statement ${reason}; simplify it.` };
  }
}

/** Of a view, which may call own functions that only compute. */
export async function guardView(sql: string, dialect: Dialect, options: GuardOptions = {}): Promise<GuardOutcome> {
  return guardSql(sql, dialect, { ...options, proven: await provenFunctions(sql, options) });
}
