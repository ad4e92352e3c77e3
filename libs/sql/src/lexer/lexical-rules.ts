export interface LexicalRules {
  backslashEscapes: boolean;
  /** Quoted names too have backslash escapes (ClickHouse), and no mode disables them. */
  quotedEscapes?: boolean;
  doubleQuotes: 'quoted' | 'string';
  backticks: boolean;
  /** `[name]`: none, to the first `]`, or with `]]`. */
  brackets: 'none' | 'plain' | 'doubled';
  hashComments: boolean;
  /** MySQL: `--` needs white space behind it. */
  dashCommentNeedsSpace: boolean;
  nestedComments: boolean;
  dollarQuotes: boolean;
  /** Oracle: `q'[…]'`. */
  alternativeQuotes: boolean;
  /** `N'…'`, `E'…'`, `X'…'`. `escapePrefixes` enable backslashes. */
  stringPrefixes: RegExp;
  escapePrefixes: RegExp | null;
  word: RegExp;
  /** `1_000` is one number. */
  digitSeparators?: boolean;
  /** `0b101`. */
  binaryNumbers?: boolean;
  /** Sticky, like all of these. */
  parameter: RegExp;
  operator: RegExp;
}

export const commonOperator = /<=>|<>|<=|>=|!=|\|\||&&|::|:=|=>|==|<<|>>|->>|->|\*\*|\^=|!<|!>/y;
