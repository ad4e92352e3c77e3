import type { Dialect } from '@assay/contracts';
import { significantTokens } from './canonical-sql.js';

/** What each construct adds to the complexity of a statement; anything else adds nothing but its length. */
const WEIGHTS: Readonly<Record<string, number>> = {
  select: 10,
  join: 5,
  union: 5,
  intersect: 5,
  except: 5,
  with: 4,
  over: 4,
  group: 3,
  having: 3,
  case: 3,
  distinct: 2,
  exists: 2,
  order: 1,
  limit: 1,
  and: 1,
  or: 1,
  in: 1,
  like: 1,
};

/** Every token counts a little, so that of two alike statements the shorter one is the simpler. */
const TOKEN_WEIGHT = 0.1;

/** Structural complexity: larger is more complex. Two decimals. */
export async function sqlComplexity(sql: string, dialect: Dialect): Promise<number> {
  const tokens = significantTokens(sql, dialect);
  const weight = tokens.reduce(
    (sum, token) => sum + TOKEN_WEIGHT + (token.kind === 'word' ? (WEIGHTS[token.text.toLowerCase()] ?? 0) : 0),
    0,
  );
  return Math.round(weight * 100) / 100;
}

/** Whether the statement itself orders its rows: an ORDER BY outside of all parentheses. */
export async function ordersRows(sql: string, dialect: Dialect): Promise<boolean> {
  let depth = 0;
  const tokens = significantTokens(sql, dialect);
  return tokens.some((token, index) => {
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    const next = tokens[index + 1];
    return depth === 0 && isWord(token, 'order') && (isWord(next, 'by') || isWord(next, 'siblings'));
  });
}

function isWord(token: { kind: string; text: string } | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}
