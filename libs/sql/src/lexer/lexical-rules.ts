export interface LexicalRules {
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
  word: RegExp;
  /** Placeholders and variables; sticky. */
  parameter: RegExp;
  operator: RegExp;
}

export const commonOperator = /<=>|<>|<=|>=|!=|\|\||&&|::|:=|=>|==|<<|>>|->>|->|\*\*|\^=|!<|!>/y;
