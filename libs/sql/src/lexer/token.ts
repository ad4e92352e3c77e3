/**
 * `word`: unquoted identifier or keyword; `quoted`: quoted identifier; `parameter`: placeholder or variable (`?`, `$1`,
 * `:name`, `@name`); `unknown`: not covered by a rule.
 */
export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'symbol' | 'comment' | 'unknown';

/** Offsets are 0-based UTF-16 code units; `end` is exclusive. */
export interface SqlToken {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

export interface LexicalProblem {
  what: 'string' | 'identifier' | 'comment';
  start: number;
}

export interface LexedText {
  tokens: SqlToken[];
  problem: LexicalProblem | null;
}

/** @param word in lower case */
export function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}
