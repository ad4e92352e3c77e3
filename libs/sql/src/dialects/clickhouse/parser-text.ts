import type { SqlToken } from '../../lexer/token.js';
import { replacedTokens, wordsOf, type Replacements } from '../replaced-tokens.js';

/** Leaves out `COLLATE 'de'`, which the parser does not read behind ASC. */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  tokens.forEach(({ kind }, index) => {
    if (kind === 'string' && word(index - 1) === 'collate') by.set(index - 1, '').set(index, '');
  });
  return replacedTokens(text, tokens, by);
}
