import { CLICKHOUSE_BULK } from '../../guard/bulk/bulk-rules.js';
import { limitedRows } from '../limited-rows.js';
import type { SqlDialect } from '../sql-dialect.js';
import { errors } from './errors.js';
import { facts } from './facts.js';
import { adaptForParser } from './parser-text.js';
import { profile } from './profile.js';

const integers = [8, 16, 32, 64, 128, 256].map((bits) => `int${bits} uint${bits}`).join(' ');

export const clickhouse: SqlDialect = {
  facts,
  lexical: {
    backslashEscapes: true,
    quotedEscapes: true,
    doubleQuotes: 'quoted',
    backticks: true,
    brackets: 'none',
    hashComments: true,
    dashCommentNeedsSpace: false,
    nestedComments: true,
    dollarQuotes: true,
    alternativeQuotes: false,
    stringPrefixes: /[xb](?=')/iy,
    escapePrefixes: /^[xb]$/i,
    word: /[a-z_][a-z0-9_$]*/iy,
    digitSeparators: true,
    binaryNumbers: true,
    // Keys of maps are no names.
    parameter: /\{\s*[a-z_]\w*\s*:[^}]*\}|@@?[\w.]*/iy,
    // `//` begins a comment there; it is no symbol of the profile.
    operator: /<=>|<=|>=|<>|!=|\|\||::|==|->|\/\/|\.:/y,
  },
  names: {
    quotes: ['`', '`'],
    foldsTo: null,
    tablesKeepCase: true,
    columnsKeepCase: true,
    outputsNameValues: true,
    quotedMayBeText: false,
    assignsOutputs: false,
    hasDual: false,
    syntaxNames: `_part _partition_id _sample_factor _table all inf string bool uuid date date32 datetime datetime64 time
      time64 json ipv4 ipv6 float32 float64 ${integers}`,
  },
  bulk: CLICKHOUSE_BULK,
  grammar: { kind: 'general', parser: 'clickhouse', profile, adapt: adaptForParser },
  errors,
  firstRows: limitedRows,
};
