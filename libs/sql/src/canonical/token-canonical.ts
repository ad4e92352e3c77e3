import type { Dialect } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import { dropOptionalWords } from './optional-words.js';
import { normalToken, type NormalToken } from './normal-token.js';
import { sourceNames, type SourceNames } from './source-names.js';

/**
 * Equal for SQL texts that differ only in spaces, case and optional words and, if they can be parsed, in aliases and
 * redundant qualifiers.
 */
export async function canonicalTokens(sql: string, dialect: Dialect, keepsOutputNames: boolean): Promise<string> {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const found = await sourceNames(sql, dialect);
  const names = keepsOutputNames ? { ...found, droppedOutputs: new Set<number>() } : found;
  const normal = tokens.map((token, index) => normalToken(token, dialect, names, tokens[index - 1], tokens[index + 1]));
  const renamed = renameAliases(withoutQualifiers(normal, names), names);
  return dropOptionalWords(renamed)
    .map(({ text }) => text)
    .join(' ');
}

/** Of the only table. */
function withoutQualifiers(normal: readonly NormalToken[], names: SourceNames): readonly NormalToken[] {
  const { onlyQualifier } = names;
  if (onlyQualifier === null) return normal;
  const lower = onlyQualifier.toLowerCase();
  const folded = names.keepsCase(onlyQualifier) ? [onlyQualifier, lower] : [lower];
  const isQualifier = (token: NormalToken | undefined): boolean =>
    token?.isName === true && folded.includes(token.text);
  const isAlias = names.aliases.has(onlyQualifier);
  return normal.filter((token, index) => {
    const next = normal[index + 1];
    if (token.text === '.' && !token.isName) return !isQualifier(normal[index - 1]);
    if (isAlias && token.text === 'as') return !isQualifier(next) || normal[index + 2]?.text === '.';
    return !isQualifier(token) || (!isAlias && next?.text !== '.');
  });
}

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
