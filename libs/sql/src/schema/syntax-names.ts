import type { Dialect } from '@assay/contracts';
import { wordSet } from '../word-set.js';

/** Words without parentheses that stand where a column could and are values, modifiers or grammar. */
const everywhere = `array asymmetric absent binary content current_catalog current_role current_schema current_user
  default document empty error localtime localtimestamp max mismatch nan overflow prior session_user symmetric user
  value values variadic`;

const mysql = `_rowid distinctrow high_priority my_row_id row_end row_start sql_big_result sql_buffer_result sql_cache
  sql_calc_found_rows sql_no_cache sql_small_result straight_join sysdate utc_date utc_time utc_timestamp`;

const own: Record<Dialect, string> = {
  postgres: 'cmax cmin ctid oid tableoid xmax xmin',
  mysql,
  mariadb: mysql,
  sqlite: '_rowid_ oid rank rowid',
  sqlserver: 'rowguidcol system_user',
  oracle: `column_value connect_by_iscycle connect_by_isleaf connect_by_root currval dbtimezone nextval object_id
    object_value ora_rowscn rowid sessiontimezone sysdate systimestamp uid versions_endscn versions_endtime
    versions_operation versions_startscn versions_starttime versions_xid`,
};

const byDialect = new Map(Object.entries(own).map(([dialect, words]) => [dialect, wordSet(everywhere, words)]));

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
