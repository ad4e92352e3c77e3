import { commonOperator } from '../../lexer/lexical-rules.js';
import { limitedRows } from '../limited-rows.js';
import type { SqlDialect } from '../sql-dialect.js';
import { SQLITE_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { adaptForParser } from './parser-text.js';
import { profile } from './profile.js';

export const sqlite: SqlDialect = {
  facts,
  lexical: {
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
    digitSeparators: true,
    parameter: /\?\d*|[:@#$][\p{L}\p{N}_$]+/uy,
    operator: commonOperator,
  },
  names: {
    quotes: ['"', '"'],
    foldsTo: null,
    tablesKeepCase: false,
    quotedMayBeText: true,
    assignsOutputs: false,
    hasDual: false,
    syntaxNames: '_rowid_ oid rank rowid',
  },
  bulk: SQLITE_BULK,
  grammar: { kind: 'general', parser: 'sqlite', profile, adapt: adaptForParser },
  errors,
  firstRows: limitedRows,
};
