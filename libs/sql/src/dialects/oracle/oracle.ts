import { commonOperator } from '../../lexer/lexical-rules.js';
import type { SqlDialect } from '../sql-dialect.js';
import { ORACLE_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { adaptOracle } from './parser-text.js';
import { profile } from './profile.js';

export const oracle: SqlDialect = {
  facts,
  lexical: {
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
    word: /[\p{L}_][\p{L}\p{N}\p{M}_$#]*/uy,
    parameter: /\?|:\s*[\p{L}\p{N}_"][\p{L}\p{N}_]*/uy,
    operator: commonOperator,
  },
  names: {
    quotes: ['"', '"'],
    foldsTo: 'upper',
    tablesKeepCase: false,
    quotedMayBeText: false,
    assignsOutputs: false,
    hasDual: true,
    syntaxNames: `column_value connect_by_iscycle connect_by_isleaf connect_by_root currval dbtimezone nextval object_id
      object_value ora_rowscn rowid sessiontimezone sysdate systimestamp uid versions_endscn versions_endtime
      versions_operation versions_startscn versions_starttime versions_xid`,
  },
  bulk: ORACLE_BULK,
  grammar: { kind: 'general', parser: 'oracle', profile, adapt: adaptOracle },
  errors,
  firstRows: (columns, table, rows) => `select ${columns} from ${table} fetch first ${rows} rows only`,
};
