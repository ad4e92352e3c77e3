import { DIALECTS, type Dialect } from '@assay/contracts';
import { sqlDialect } from '../dialects/sql-dialects.js';
import { wordSet } from '../word-set.js';

/** Words without parentheses that stand where a column could and are values, modifiers or grammar. */
const everywhere = `array asymmetric absent binary content current_catalog current_role current_schema current_user
  default document empty error localtime localtimestamp max mismatch nan overflow prior session_user symmetric user
  value values variadic`;

const byDialect = new Map(
  DIALECTS.map((dialect) => [dialect, wordSet(everywhere, sqlDialect(dialect).names.syntaxNames)]),
);

/** Whether a name in lower case may be the dialect's own: a value, a modifier, a system column that no catalog lists. */
export function isSyntaxName(name: string, dialect: Dialect): boolean {
  return byDialect.get(dialect)?.has(name) ?? false;
}

/** Functions whose first argument may be a word of theirs: a unit, a field, a type, the name of an element. */
export const wordFirstFunctions = wordSet(
  `convert date_bucket date_diff date_part date_trunc dateadd datediff datediff_big datename datepart datetrunc extract
  get_format parse timestampadd timestampdiff trim try_convert xmlelement xmlpi`,
);

/** Words whose parentheses hold names of other things: hints, columns of a source, indexes, windows. */
export const foreignLists = wordSet(
  'as columns index indexed json_table key option over partition sample with xmltable',
);

/** Words behind which an expression begins, so that a name there can be a column. */
export const expressionStarts = wordSet('and between case distinct else having like not on or select then when where');
