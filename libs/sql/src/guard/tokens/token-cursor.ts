import type { SqlToken } from '../../lexer/token.js';
import type { TokenProfile } from './token-profile.js';

/** Looks at tokens by index; outside the text everything is empty. */
export class TokenCursor {
  constructor(
    private readonly tokens: readonly SqlToken[],
    readonly profile: TokenProfile,
  ) {}

  token(index: number): SqlToken | undefined {
    return this.tokens[index];
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  /** The unquoted word at `index` in lower case, '' for anything else. */
  word(index: number): string {
    const token = this.tokens[index];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  }

  isWord(index: number, word: string): boolean {
    return this.word(index) === word;
  }

  /** An unquoted word that is not the second part of a qualified name: it may be a keyword. */
  isBareWord(index: number): boolean {
    return this.tokens[index]?.kind === 'word' && this.text(index - 1) !== '.';
  }

  /** The name at `index` without its quotes, in lower case. */
  name(index: number): string {
    const token = this.tokens[index];
    if (token === undefined) return '';
    if (token.kind === 'word') return token.text.toLowerCase();
    return token.kind === 'quoted' || token.kind === 'string' ? token.text.slice(1, -1).toLowerCase() : '';
  }

  isName(index: number): boolean {
    const kind = this.tokens[index]?.kind;
    return kind === 'word' || kind === 'quoted';
  }

  /** Index of the parenthesis that closes the one at `open`; the text's end where there is none. */
  closeOf(open: number): number {
    let depth = 0;
    for (let index = open; index < this.tokens.length; index += 1) {
      if (this.text(index) === '(') depth += 1;
      else if (this.text(index) === ')') depth -= 1;
      if (depth === 0) return index;
    }
    return this.tokens.length;
  }
}
