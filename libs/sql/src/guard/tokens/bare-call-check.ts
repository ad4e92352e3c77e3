import type { SqlToken } from '../../lexer/token.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { TokenCursor } from './token-cursor.js';
import type { TokenProfile } from './token-profile.js';

/**
 * Refuses bare names that may be calls (Oracle also `owner.name`) unless a table has the column. Nested or combined
 * SELECTs need a qualifier.
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
  const owned = new Set(options.catalog.functions.map(({ schema, name }) => `${schema}.${name}`.toLowerCase()));
  const packages = new Set((options.catalog.packages ?? []).map((name) => name.toLowerCase()));
  const columns = columnsOf(tables, options);
  const isPlain = tokens.filter((_, index) => cursor.isWord(index, 'select')).length === 1;
  for (const [index, token] of tokens.entries()) {
    if (!cursor.isName(index) || cursor.text(index + 1) === '.' || cursor.isWord(index - 1, 'as')) continue;
    const name = cursor.name(index);
    if (cursor.text(index - 1) === '.') {
      const qualifier = cursor.name(index - 2);
      const called = `${qualifier}.${name}`;
      if ((packages.has(qualifier) || owned.has(called)) && !allowed.has(called) && !allowed.has(name)) {
        throw new GuardRefused(
          'function',
          `${called} could call a function; give the table another alias.`,
          token.start,
        );
      }
    }
    if (!functions.has(name) || allowed.has(name)) continue;
    const isInReach = isPlain || cursor.text(index - 1) === '.';
    if (columns.has(name) && isInReach) continue;
    const advice = columns.has(name) ? '; write the table of the column before it' : '';
    throw new GuardRefused('function', `${name} could call the function of that name${advice}.`, token.start);
  }
}

/** Unqualified tables count only columns common to all of the name. */
function columnsOf(tables: readonly string[], { catalog }: GuardOptions): Set<string> {
  const columns = tables.flatMap((table) => {
    const named = table.toLowerCase();
    const meant = (catalog?.relations ?? [])
      .filter(({ schema, name }) => [name, `${schema}.${name}`].some((one) => one.toLowerCase() === named))
      .map((relation) => new Set(relation.columns.map((column) => column.toLowerCase())));
    return meant.length === 0 ? [] : [...meant.reduce((shared, others) => shared.intersection(others))];
  });
  return new Set(columns);
}
