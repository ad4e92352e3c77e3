/** `word`: unquoted; `quoted`: identifier; `parameter`: `?`, `$1`, `:name`, `@name`; `unknown`: no rule. */
export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'symbol' | 'comment' | 'unknown';

/** 0-based UTF-16; `end` exclusive. */
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
