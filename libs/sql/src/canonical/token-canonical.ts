import type { Dialect } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import { dropOptionalWords } from './optional-words.js';
import { normalToken, type NormalToken } from './normal-token.js';
import { sourceNames, type SourceNames } from './source-names.js';

/**
 * The canonical text of a statement by its tokens, separated by single spaces. Nothing is lost but what the dialect
 * ignores; table aliases are renamed where the statement can be parsed.
 */
export async function canonicalTokens(sql: string, dialect: Dialect): Promise<string> {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const names = await sourceNames(sql, dialect);
  const normal = tokens.map((token, index) => normalToken(token, dialect, names, tokens[index - 1]));
  const renamed = renameAliases(normal, names);
  return dropOptionalWords(renamed)
    .map(({ text }) => text)
    .join(' ');
}

/** Aliases by order of appearance; names of result columns that nothing refers to go. */
function renameAliases(normal: readonly NormalToken[], names: SourceNames): NormalToken[] {
  const renamed = new Map<string, string>();
  const result: NormalToken[] = [];
  for (const token of normal) {
    if (names.droppedOutputs.has(token.start)) {
      if (result.at(-1)?.text === 'as') result.pop();
    } else if (token.isName && names.aliases.has(token.text)) {
      if (!renamed.has(token.text)) renamed.set(token.text, `\u0001t${renamed.size + 1}`);
      result.push({ ...token, text: renamed.get(token.text) ?? token.text });
    } else result.push(token);
  }
  return result;
}
