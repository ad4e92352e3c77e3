import { DIALECTS, type Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { wordSet } from '../word-set.js';

/** Values, modifiers or grammar without parentheses. */
const everywhere = `array asymmetric absent binary content current_catalog current_role current_schema current_user
  default document empty error localtime localtimestamp max mismatch nan overflow prior session_user symmetric user
  value values variadic`;

const byDialect = new Map(
  DIALECTS.map((dialect) => [dialect, wordSet(everywhere, sqlDialect(dialect).names.syntaxNames)]),
);

/** A value, modifier or system column of the dialect. @param name in lower case */
export function isSyntaxName(name: string, dialect: Dialect): boolean {
  return byDialect.get(dialect)?.has(name) ?? false;
}

/** First argument may be a word: unit, field, type, element. */
export const wordFirstFunctions = wordSet(
  `convert date_bucket date_diff date_part date_trunc dateadd datediff datediff_big datename datepart datetrunc extract
  get_format parse timestampadd timestampdiff trim try_convert xmlelement xmlpi`,
);

/** Parentheses with other names: hints, columns, indexes, windows. */
export const foreignLists = wordSet(
  'apply as columns index indexed json_table key option over partition sample with xmltable',
);

/** An expression follows, so a name may be a column. */
export const expressionStarts = wordSet('and between case distinct else having like not on or select then when where');
