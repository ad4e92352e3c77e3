import { commonOperator } from '../../lexer/lexical-rules.js';
import type { SqlDialect } from '../sql-dialect.js';
import { SQLSERVER_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { profile } from './profile.js';

export const sqlserver: SqlDialect = {
  facts,
  lexical: {
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
  names: {
    quotes: ['[', ']'],
    foldsTo: null,
    tablesKeepCase: false,
    quotedMayBeText: false,
    assignsOutputs: true,
    hasDual: true,
    syntaxNames: 'rowguidcol system_user',
  },
  bulk: SQLSERVER_BULK,
  grammar: { kind: 'general', parser: 'tsql', profile },
  errors,
  firstRows: (columns, table, rows) => `select top (${rows}) ${columns} from ${table}`,
};
