/** What differs between dialects in how a text is cut into tokens. */
export interface LexicalRules {
  /** Whether a backslash escapes in an ordinary string. */
  backslashEscapes: boolean;
  /** What a text in double quotes is. */
  doubleQuotes: 'quoted' | 'string';
  backticks: boolean;
  /** `[name]`: not known, ending at the first `]`, or with `]]` standing for `]`. */
  brackets: 'none' | 'plain' | 'doubled';
  hashComments: boolean;
  /** MySQL: `--` opens a comment only when white space or the end follows. */
  dashCommentNeedsSpace: boolean;
  nestedComments: boolean;
  dollarQuotes: boolean;
  /** Oracle: `q'[…]'`. */
  alternativeQuotes: boolean;
  /** Prefixes of one string token: `N'…'`, `E'…'`, `X'…'`. Those in `escapePrefixes` take backslash escapes. */
  stringPrefixes: RegExp;
  escapePrefixes: RegExp | null;
  /** Words; sticky. */
  word: RegExp;
  /** Placeholders and variables; sticky. */
  parameter: RegExp;
  /** Operators of more than one character; sticky. */
  operator: RegExp;
}

/** Operators of more than one character that most dialects have; sticky. */
export const commonOperator = /<=>|<>|<=|>=|!=|\|\||&&|::|:=|=>|==|<<|>>|->>|->|\*\*|\^=|!<|!>/y;
