import type { SqlToken } from '../../lexer/token.js';
import type { StatementTokens, TokenProfile } from './token-profile.js';

export class TokenCursor implements StatementTokens {
  private readonly words: readonly string[];

  constructor(
    private readonly tokens: readonly SqlToken[],
    readonly profile: TokenProfile,
  ) {
    this.words = tokens.map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : ''));
  }

  token(index: number): SqlToken | undefined {
    return this.tokens[index];
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  /** Lower case; '' if quoted. */
  word(index: number): string {
    return this.words[index] ?? '';
  }

  isWord(index: number, word: string): boolean {
    return this.word(index) === word;
  }

  /** Unqualified, possibly a keyword. */
  isBareWord(index: number): boolean {
    return this.tokens[index]?.kind === 'word' && this.text(index - 1) !== '.';
  }

  name(index: number): string {
    const token = this.tokens[index];
    if (token?.kind !== 'quoted' && token?.kind !== 'string') return this.word(index);
    return token.text.slice(1, -1).toLowerCase();
  }

  isName(index: number): boolean {
    const kind = this.tokens[index]?.kind;
    return kind === 'word' || kind === 'quoted';
  }

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
