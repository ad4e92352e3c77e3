import { limitedRows } from '../limited-rows.js';
import type { SqlDialect } from '../sql-dialect.js';
import { DUCKDB_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { adaptForParser } from './parser-text.js';
import { profile } from './profile.js';

export const duckdb: SqlDialect = {
  facts,
  lexical: {
    backslashEscapes: false,
    doubleQuotes: 'quoted',
    backticks: false,
    brackets: 'none',
    hashComments: false,
    dashCommentNeedsSpace: false,
    nestedComments: true,
    dollarQuotes: true,
    alternativeQuotes: false,
    stringPrefixes: /[enxb](?=')/iy,
    escapePrefixes: /^e$/i,
    word: /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy,
    digitSeparators: true,
    parameter: /\?\d*|\$[\p{L}\p{N}_]+/uy,
    // `//*` is a division and a comment.
    operator: /<=|>=|<>|!=|\|\||::|:=|=>|==|<<|>>|->>|->|\*\*|\/\/(?!\*)|!~~\*|!~~|~~~|~~\*|~~|\^@|@>|<@|&&/y,
  },
  names: {
    quotes: ['"', '"'],
    foldsTo: null,
    tablesKeepCase: false,
    quotedMayBeText: false,
    assignsOutputs: false,
    hasDual: false,
    syntaxNames: 'rowid all',
  },
  bulk: DUCKDB_BULK,
  grammar: { kind: 'general', parser: 'duckdb', profile, adapt: adaptForParser },
  errors,
  firstRows: limitedRows,
};
