import { commonOperator } from '../../lexer/lexical-rules.js';
import { limitedRows } from '../limited-rows.js';
import type { SqlDialect } from '../sql-dialect.js';
import { MYSQL_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { adaptMysql } from './parser-text.js';
import { mysqlProfile } from './profile.js';

export const mysql: SqlDialect = {
  facts,
  lexical: {
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
    // May start with digits (`2021_sales`), not consist of them.
    word: /[\p{L}_$][\p{L}\p{N}\p{M}_$]*|(?!0[xb][0-9a-f]+|\d+e\d+)\d+[\p{L}_$][\p{L}\p{N}\p{M}_$]*/iuy,
    binaryNumbers: true,
    parameter: /\?|@@?[\p{L}\p{N}_.$]*|:[\p{L}_][\p{L}\p{N}_]*/uy,
    operator: commonOperator,
  },
  names: {
    quotes: ['`', '`'],
    foldsTo: null,
    tablesKeepCase: true,
    quotedMayBeText: false,
    assignsOutputs: false,
    hasDual: true,
    syntaxNames: `_rowid distinctrow high_priority my_row_id row_end row_start sql_big_result sql_buffer_result
      sql_cache sql_calc_found_rows sql_no_cache sql_small_result straight_join sysdate utc_date utc_time utc_timestamp`,
  },
  bulk: MYSQL_BULK,
  grammar: {
    kind: 'general',
    parser: 'mysql',
    profile: mysqlProfile,
    executableComment: /^\/\*M?!/i,
    adapt: adaptMysql,
  },
  errors,
  firstRows: limitedRows,
};
