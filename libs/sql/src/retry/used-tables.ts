import type { DatabaseSchema, Dialect, TableSchema } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import type { SqlToken } from '../lexer/token.js';

/** After a FROM source, not its alias. */
export const behindSource: ReadonlySet<string> = new Set(
  `where on using join inner left right full outer cross natural group order having limit offset fetch union except
  intersect minus window set with for option lateral apply pivot unpivot connect start and`.split(/\s+/),
);

export interface UsedTables {
  tables: TableSchema[];
  byAlias: ReadonlyMap<string, TableSchema>;
}

/** By tokens: the text may be invalid. */
export function usedTables(schema: DatabaseSchema, sql: string, dialect: Dialect): UsedTables {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const byAlias = new Map<string, TableSchema>();
  for (const [index, token] of tokens.entries()) {
    if (!startsSource(tokens, index) || !isName(token)) continue;
    let last = index;
    while (tokens[last + 1]?.text === '.' && isName(tokens[last + 2])) last += 2;
    const name = nameOf(tokens[last]);
    const table = schema.tables.find((candidate) => candidate.name.toLowerCase() === name);
    if (table === undefined) continue;
    const behind = tokens[last + 1]?.text.toLowerCase() === 'as' ? last + 2 : last + 1;
    const alias = tokens[behind];
    const isAlias = isName(alias) && !behindSource.has(nameOf(alias));
    byAlias.set(isAlias ? nameOf(alias) : name, table);
  }
  return { tables: [...new Set(byAlias.values())], byAlias };
}

/** FROM, JOIN or a comma (false matches are harmless). */
function startsSource(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1]?.text.toLowerCase() ?? '';
  return before === 'from' || before === 'join' || before === ',';
}

function isName(token: SqlToken | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'quoted';
}

function nameOf(token: SqlToken | undefined): string {
  const text = token?.text ?? '';
  return (token?.kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
}
