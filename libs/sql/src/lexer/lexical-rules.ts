import type { Dialect } from '@assay/contracts';

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

const plainWord = /[\p{L}_][\p{L}\p{N}\p{M}_$#]*/uy;
const commonOperator = /<=>|<>|<=|>=|!=|\|\||&&|::|:=|=>|==|<<|>>|->>|->|\*\*|\^=|!<|!>/y;

const mysql: LexicalRules = {
  backslashEscapes: true,
  doubleQuotes: 'string',
  backticks: true,
  brackets: 'none',
  hashComments: true,
  dashCommentNeedsSpace: true,
  nestedComments: false,
  dollarQuotes: false,
  alternativeQuotes: false,
  stringPrefixes: /[nxb](?=')/iy,
  escapePrefixes: /^n$/i,
  // A MySQL identifier may begin with digits (`2021_sales`), but not be digits alone.
  word: /[\p{L}_$][\p{L}\p{N}\p{M}_$]*|(?!0[xb][0-9a-f]+|\d+e\d+)\d+[\p{L}_$][\p{L}\p{N}\p{M}_$]*/iuy,
  parameter: /\?|@@?[\p{L}\p{N}_.$]*|:[\p{L}_][\p{L}\p{N}_]*/uy,
  operator: commonOperator,
};

/** The lexical rules of every dialect, with each server's default modes (db-sampler pins them in its sessions). */
export const lexicalRules: Record<Dialect, LexicalRules> = {
  postgres: {
    backslashEscapes: false,
    doubleQuotes: 'quoted',
    backticks: false,
    brackets: 'none',
    hashComments: false,
    dashCommentNeedsSpace: false,
    nestedComments: true,
    dollarQuotes: true,
    alternativeQuotes: false,
    stringPrefixes: /(?:[enxb]|u&)(?=')/iy,
    escapePrefixes: /^e$/i,
    word: /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy,
    parameter: /\$\d+/y,
    // Greedy as in PostgreSQL's own lexer, but never across the start of a comment.
    operator: /::|:=|=>|(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+/y,
  },
  mysql,
  mariadb: mysql,
  sqlite: {
    backslashEscapes: false,
    doubleQuotes: 'quoted',
    backticks: true,
    brackets: 'plain',
    hashComments: false,
    dashCommentNeedsSpace: false,
    nestedComments: false,
    dollarQuotes: false,
    alternativeQuotes: false,
    stringPrefixes: /x(?=')/iy,
    escapePrefixes: null,
    word: /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy,
    parameter: /\?\d*|[:@#$][\p{L}\p{N}_$]+/uy,
    operator: commonOperator,
  },
  sqlserver: {
    backslashEscapes: false,
    doubleQuotes: 'quoted',
    backticks: false,
    brackets: 'doubled',
    hashComments: false,
    dashCommentNeedsSpace: false,
    nestedComments: true,
    dollarQuotes: false,
    alternativeQuotes: false,
    stringPrefixes: /n(?=')/iy,
    escapePrefixes: null,
    word: /[\p{L}_#][\p{L}\p{N}\p{M}_$#@]*/uy,
    parameter: /\?|@@?[\p{L}\p{N}_$#@]*/uy,
    operator: commonOperator,
  },
  oracle: {
    backslashEscapes: false,
    doubleQuotes: 'quoted',
    backticks: false,
    brackets: 'none',
    hashComments: false,
    dashCommentNeedsSpace: false,
    nestedComments: false,
    dollarQuotes: false,
    alternativeQuotes: true,
    stringPrefixes: /n(?=')/iy,
    escapePrefixes: null,
    word: plainWord,
    parameter: /\?|:\s*[\p{L}\p{N}_"][\p{L}\p{N}_]*/uy,
    operator: commonOperator,
  },
};
