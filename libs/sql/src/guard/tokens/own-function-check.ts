import type { SqlToken } from '../../lexer/token.js';
import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { allowsOperator } from '../postgres/postgres-allowance.js';
import type { TokenProfile } from './token-profile.js';

/** DuckDB's whole row, written as the table's name. */
export const WHOLE_ROW = 'struct_pack';

const LONGEST_OPERATOR = 4;
const SET_WORDS = ['union', 'intersect', 'except', 'all', 'distinct'];

/** Refuses operators, syntax and functions that own functions can replace (a DuckDB macro `+`). */
export function checkOwnFunctions(tokens: readonly SqlToken[], { calls }: TokenProfile, options: GuardOptions): void {
  if (calls === undefined || !options.catalog) return;
  const names = options.catalog.functions.map(({ name }) => name);
  const { refused: own } = dividedFunctions(names, options.allowFunctions);
  if (own.size === 0) return;
  const row = own.has(WHOLE_ROW) ? nameWrittenTwice(tokens) : undefined;
  if (row !== undefined) throw new GuardRefused('function', ownFunctionMessage(row.text, WHOLE_ROW), row.start);
  const symbolic = [...own].filter(isSymbol);
  for (const [index, token] of tokens.entries()) {
    const called = [...namesOf(tokens, index), ...(selectsAll(tokens, index) ? ['*'] : [])];
    const found =
      called.flatMap((name) => [...(calls.get(name) ?? [])]).find((name) => own.has(name)) ??
      (token.kind === 'symbol' ? symbolic.find((name) => called.includes(name)) : undefined);
    if (found === undefined) continue;
    throw new GuardRefused('function', ownFunctionMessage(token.text, found), token.start);
  }
}

/** A FROM that may have no SELECT, which selects all columns: at the start, after a query or a set operation. */
function selectsAll(tokens: readonly SqlToken[], index: number): boolean {
  const [by = '', before = '', from = ''] = [2, 1, 0].map((back) => tokens[index - back]?.text.toLowerCase());
  if (from !== 'from') return false;
  return ['', '(', ')', ...SET_WORDS].includes(before) || (by === 'by' && before === 'name');
}

/** The second use of a name, possibly a table's whole row. */
function nameWrittenTwice(tokens: readonly SqlToken[]): SqlToken | undefined {
  const seen = new Set<string>();
  return tokens.find((token, index) => {
    if ((token.kind !== 'word' && token.kind !== 'quoted') || tokens[index + 1]?.text === '.') return false;
    const name = (token.kind === 'quoted' ? token.text.slice(1, -1) : token.text).toLowerCase();
    const isAgain = seen.has(name);
    seen.add(name);
    return isAgain;
  });
}

export function ownFunctionMessage(written: string, name: string): string {
  const entry = isSymbol(name) ? `operator(${name})` : name;
  return (
    `${written} could call the database's own function ${name}; it is refused unless the workspace's ` +
    `allowFunctions names ${entry}.`
  );
}

export interface OwnFunctions {
  allowed: ReadonlySet<string>;
  refused: ReadonlySet<string>;
}

/** @param allowFunctions such as `net_price`, `operator(+)` */
export function dividedFunctions(names: Iterable<string>, allowFunctions: readonly string[] = []): OwnFunctions {
  const entries = new Set(allowFunctions.map((entry) => entry.toLowerCase()));
  const own = new Set([...names].map((name) => name.toLowerCase()));
  const isAllowed = (name: string): boolean =>
    entries.has(name) || (isSymbol(name) && allowsOperator(allowFunctions, 'main', name));
  const allowed = new Set([...own].filter(isAllowed));
  return { allowed, refused: own.difference(allowed) };
}

function isSymbol(name: string): boolean {
  return /^\W+$/.test(name);
}

function namesOf(tokens: readonly SqlToken[], index: number): string[] {
  const token = tokens[index];
  if (token?.kind === 'word') return [token.text.toLowerCase()];
  if (token?.kind === 'quoted') return [token.text.slice(1, -1).toLowerCase()];
  if (token?.kind !== 'symbol') return [];
  let run = token.text;
  for (let at = index + 1, { end } = token; run.length < token.text.length + LONGEST_OPERATOR; at += 1) {
    const next = tokens[at];
    if (next?.kind !== 'symbol' || next.start !== end) break;
    run += next.text;
    end = next.end;
  }
  return Array.from(token.text, (_, from) => run.slice(from, from + LONGEST_OPERATOR)).flatMap((text) =>
    Array.from(text, (_, last) => text.slice(0, last + 1)),
  );
}
