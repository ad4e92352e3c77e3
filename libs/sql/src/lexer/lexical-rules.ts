/** Lexical differences between dialects. */
export interface LexicalRules {
  /** In ordinary strings. */
  backslashEscapes: boolean;
  doubleQuotes: 'quoted' | 'string';
  backticks: boolean;
  /** `[name]`: unsupported, ends at the first `]`, or escapes `]` as `]]`. */
  brackets: 'none' | 'plain' | 'doubled';
  hashComments: boolean;
  /** MySQL: `--` needs following white space or the end. */
  dashCommentNeedsSpace: boolean;
  nestedComments: boolean;
  dollarQuotes: boolean;
  /** Oracle: `q'[…]'`. */
  alternativeQuotes: boolean;
  /** String prefixes: `N'…'`, `E'…'`, `X'…'`. `escapePrefixes` enable backslash escapes. */
  stringPrefixes: RegExp;
  escapePrefixes: RegExp | null;
  /** Sticky. */
  word: RegExp;
  /** Placeholders and variables; sticky. */
  parameter: RegExp;
  /** Operators of several characters; sticky. */
  operator: RegExp;
}

/** Common operators of several characters; sticky. */
export const commonOperator = /<=>|<>|<=|>=|!=|\|\||&&|::|:=|=>|==|<<|>>|->>|->|\*\*|\^=|!<|!>/y;
