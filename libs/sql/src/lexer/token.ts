/**
 * Kinds of lexical tokens.
 *
 * `word` is an unquoted identifier or keyword, `quoted` a quoted identifier, `parameter` a placeholder or a session
 * variable (`?`, `$1`, `:name`, `@name`), `unknown` a character that no rule of the dialect covers.
 */
export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'symbol' | 'comment' | 'unknown';

/** A piece of SQL text; `start` and `end` are 0-based offsets of UTF-16 code units, `end` exclusive. */
export interface SqlToken {
  kind: TokenKind;
  /** The text as written. */
  text: string;
  start: number;
  end: number;
}

/** Why a text could not be cut into tokens to its end. */
export interface LexicalProblem {
  what: 'string' | 'identifier' | 'comment';
  /** 0-based offset where the token that never ends begins. */
  start: number;
}

export interface LexedText {
  tokens: SqlToken[];
  problem: LexicalProblem | null;
}

/** Whether a token is this word, which is given in lower case. */
export function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}
