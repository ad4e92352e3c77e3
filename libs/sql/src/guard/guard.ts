import type { Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { tokenize } from '../lexer/lexer.js';
import type { GuardOptions, GuardOutcome } from './guard-outcome.js';
import { checkBulk } from './bulk/check-bulk.js';
import { GuardRefused } from './guard-refused.js';
import { guardPolyglot } from './polyglot/guard-polyglot.js';
import { guardPostgres } from './postgres/guard-postgres.js';
import { checkStructure, checkText } from './text-limits.js';

/**
 * Whether a text is one statement that only reads, by allow-lists of statement kinds, tree nodes, functions and
 * operators. PostgreSQL is judged by its own grammar; the other dialects by two independent layers that must both
 * agree: the dialect's tokens, and an allow-listed parse tree.
 *
 * Never throws for any text: what cannot be judged is refused. The guard assumes the servers' default lexical modes
 * (`standard_conforming_strings` on; no `NO_BACKSLASH_ESCAPES`, no `ANSI_QUOTES`), which a session must pin.
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
    checkBulk(lexed.tokens, bulk);
    return outcome;
  } catch (error) {
    if (error instanceof GuardRefused) return error.toRefusal();
    const reason = error instanceof RangeError ? 'nests too deep' : 'is beyond the parser';
    return { allowed: false, rule: 'parser-fault', message: `The statement ${reason}; simplify it.` };
  }
}
