import type { SqlDialect } from '../sql-dialect.js';
import { limitedRows } from '../limited-rows.js';
import { POSTGRES_BULK } from '../../guard/bulk/bulk-rules.js';
import { errors } from './errors.js';
import { facts } from './facts.js';

export const postgres: SqlDialect = {
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
    stringPrefixes: /(?:[enxb]|u&)(?=')/iy,
    escapePrefixes: /^e$/i,
    word: /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy,
    parameter: /\$\d+/y,
    // Greedy, but stops at a comment start.
    operator: /::|:=|=>|(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+/y,
  },
  names: {
    quotes: ['"', '"'],
    foldsTo: 'lower',
    tablesKeepCase: false,
    quotedMayBeText: false,
    assignsOutputs: false,
    hasDual: false,
    syntaxNames: 'cmax cmin ctid oid tableoid xmax xmin',
  },
  bulk: POSTGRES_BULK,
  grammar: { kind: 'postgres' },
  errors,
  firstRows: limitedRows,
};
