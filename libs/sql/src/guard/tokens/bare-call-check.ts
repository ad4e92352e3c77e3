import type { SqlToken } from '../../lexer/token.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { TokenCursor } from './token-cursor.js';
import type { TokenProfile } from './token-profile.js';

/**
 * Refuses names that mean a function of the database's own although nothing is written like a call (Oracle calls a
 * function without arguments by its bare name): unless a table of the statement has such a column.
 * @throws GuardRefused
 */
export function checkBareCalls(
  tokens: readonly SqlToken[],
  tables: readonly string[],
  profile: TokenProfile,
  options: GuardOptions,
): void {
  if (profile.packages === null || !options.catalog) return;
  const cursor = new TokenCursor(tokens, profile);
  const allowed = new Set((options.allowFunctions ?? []).map((entry) => entry.toLowerCase()));
  const functions = new Set(options.catalog.functions.map(({ name }) => name.toLowerCase()));
  const columns = columnsOf(tables, options);
  for (const [index, token] of tokens.entries()) {
    if (!cursor.isName(index) || cursor.text(index - 1) === '.' || cursor.text(index + 1) === '.') continue;
    const name = cursor.name(index);
    if (!functions.has(name) || columns.has(name) || allowed.has(name)) continue;
    throw new GuardRefused('function', `${name} would call the function of that name.`, token.start);
  }
}

/** Columns of the statement's tables, in lower case. */
function columnsOf(tables: readonly string[], { catalog }: GuardOptions): Set<string> {
  const named = new Set(tables.map((table) => table.toLowerCase()));
  const relations = (catalog?.relations ?? []).filter(({ schema, name }) => {
    const bare = name.toLowerCase();
    return named.has(bare) || named.has(`${schema.toLowerCase()}.${bare}`);
  });
  return new Set(relations.flatMap((relation) => relation.columns.map((column) => column.toLowerCase())));
}
