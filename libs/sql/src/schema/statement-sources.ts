import type { DatabaseSchema } from '@assay/contracts';
import type { SqlToken } from '../lexer/token.js';
import { wordSet } from '../word-set.js';

/**
 * Source of columns: `tables` of the schema; `mixed` with functions, lists or unknown tables; `renamed` by an alias
 * list.
 */
export type SourceKind = 'tables' | 'mixed' | 'renamed';

const endsSources = wordSet('where group having order limit window union fetch offset connect start for option');
const startsSource = wordSet('from join straight_join apply');
const beforeSource = wordSet('lateral only');
const reshapes = wordSet('pivot unpivot match_recognize model tablesample');

/** Of a single SELECT. */
export function sourceKind(tokens: readonly SqlToken[], depths: readonly number[], schema: DatabaseSchema): SourceKind {
  const start = tokens.findIndex((token, index) => depths[index] === 0 && lower(token) === 'from');
  const clause = start < 0 ? [] : clauseFrom(tokens, depths, start);
  let kind: SourceKind = 'tables';
  clause.forEach(({ token, depth }, index) => {
    if (depth > 0) return;
    if (token.kind === 'word' && reshapes.has(lower(token))) kind = 'renamed';
    if (token.text !== ',' && !startsSource.has(lower(token))) return;
    const found = kindOfSource(
      clause.slice(index + 1).map((entry) => entry.token),
      schema,
    );
    if (found === 'renamed' || kind === 'tables') kind = found;
  });
  return kind;
}

interface Placed {
  token: SqlToken;
  depth: number;
}

function clauseFrom(tokens: readonly SqlToken[], depths: readonly number[], start: number): Placed[] {
  const clause: Placed[] = [];
  for (const [index, token] of tokens.entries()) {
    const depth = depths[index] ?? 0;
    if (index > start && depth === 0 && token.kind === 'word' && endsSources.has(lower(token))) break;
    if (index >= start) clause.push({ token, depth });
  }
  return clause;
}

function kindOfSource(tokens: readonly SqlToken[], schema: DatabaseSchema): SourceKind {
  let last = beforeSource.has(lower(tokens[0])) ? 1 : 0;
  while (tokens[last + 1]?.text === '.') last += 2;
  const name = bareName(tokens[last]);
  if (!schema.tables.some((table) => table.name.toLowerCase() === name)) return 'mixed';
  const behind = lower(tokens[last + 1]) === 'as' ? last + 2 : last + 1;
  const opens = [tokens[behind], tokens[behind + 1]].findIndex((token) => token?.text === '(');
  return opens < 0 || isClause(tokens[behind + opens - 1]) ? 'tables' : 'renamed';
}

/** Their parentheses are a condition or hint. */
function isClause(token: SqlToken | undefined): boolean {
  return token?.kind === 'word' && ['on', 'using', 'with', 'index', 'partition'].includes(lower(token));
}

function lower(token: SqlToken | undefined): string {
  return token?.text.toLowerCase() ?? '';
}

/** Lower case, unquoted. */
export function bareName(token: SqlToken | undefined): string {
  if (token?.kind !== 'quoted') return lower(token);
  const mark = token.text.at(-1) ?? '';
  return token.text
    .slice(1, -1)
    .replaceAll(mark + mark, mark)
    .toLowerCase();
}
