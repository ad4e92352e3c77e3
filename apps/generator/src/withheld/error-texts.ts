import type { Dialect } from '@assay/contracts';
import { SQLSTATES } from './sqlstates.js';

/** What MariaDB and MySQL mean by an error number (`mysqld_error.h`), without the values that their messages name. */
const MYSQL: ReadonlyMap<string, string> = new Map([
  ['1064', 'syntax error'],
  ['1149', 'syntax error'],
  ['1054', 'unknown column'],
  ['1146', 'unknown table'],
  ['1109', 'unknown table'],
  ['1305', 'unknown function'],
  ['1052', 'ambiguous column'],
  ['1055', 'a selected column is neither in GROUP BY nor in an aggregate function'],
  ['1111', 'invalid use of an aggregate function'],
  ['1140', 'aggregate functions mixed with plain columns without GROUP BY'],
  ['1222', 'the parts of a UNION have different numbers of columns'],
  ['1241', 'an operand has the wrong number of columns'],
  ['1242', 'a subquery returns more than one row'],
  ['1248', 'every derived table needs an alias'],
  ['1264', 'a value is out of range'],
  ['1267', 'collations that do not go together'],
  ['1292', 'a value cannot be converted to the wanted type'],
  ['1300', 'a text is not valid in its character set'],
  ['1365', 'division by zero'],
  ['1366', 'a value does not fit the wanted type'],
  ['1411', 'a value does not fit the function'],
  ['1416', 'a value is no geometry'],
  ['1425', 'more scale than a number may have'],
  ['1582', 'wrong number of parameters to a function'],
  ['1584', 'wrong parameters to a function'],
  ['1690', 'a number is out of range'],
  ['1969', 'the statement was ended at its timeout'],
  ['3024', 'the statement was ended at its timeout'],
  ['3140', 'a text is no JSON'],
  ['3141', 'a text is no JSON'],
  ['3143', 'a text is no JSON path'],
  ['3685', 'a regular expression is not valid'],
  ['1139', 'a regular expression is not valid'],
  ['4038', 'a text is no JSON'],
  ['4042', 'a text is no JSON path'],
]);

const SQLSERVER: ReadonlyMap<string, string> = new Map([
  ['102', 'syntax error'],
  ['156', 'syntax error at a keyword'],
  ['105', 'a text is not closed'],
  ['207', 'unknown column'],
  ['208', 'unknown table'],
  ['209', 'ambiguous column'],
  ['195', 'unknown function'],
  ['220', 'a number is out of range'],
  ['241', 'a text cannot be converted to a date or time'],
  ['242', 'a text gives a date or time out of range'],
  ['245', 'a value cannot be converted to the wanted type'],
  ['248', 'a number is out of range'],
  ['402', 'the types of an operator do not go together'],
  ['512', 'a subquery returns more than one row'],
  ['4104', 'unknown column or table alias'],
  ['8114', 'a value cannot be converted to the wanted type'],
  ['8115', 'a number is out of range'],
  ['8120', 'a selected column is neither in GROUP BY nor in an aggregate function'],
  ['8134', 'division by zero'],
  ['8152', 'a text would be cut off'],
  ['9420', 'a text is no XML'],
  ['13609', 'a text is no JSON'],
]);

const ORACLE: ReadonlyMap<string, string> = new Map([
  ['ORA-00900', 'syntax error'],
  ['ORA-00904', 'unknown column or function'],
  ['ORA-00907', 'a right parenthesis is missing'],
  ['ORA-00911', 'a character that is not allowed'],
  ['ORA-00918', 'ambiguous column'],
  ['ORA-00923', 'FROM is not where it is expected'],
  ['ORA-00932', 'types that do not go together'],
  ['ORA-00933', 'the statement does not end where it should'],
  ['ORA-00936', 'an expression is missing'],
  ['ORA-00937', 'a selected column is neither in GROUP BY nor in an aggregate function'],
  ['ORA-00942', 'unknown table or view'],
  ['ORA-00979', 'a selected column is neither in GROUP BY nor in an aggregate function'],
  ['ORA-01427', 'a subquery returns more than one row'],
  ['ORA-01476', 'division by zero'],
  ['ORA-01722', 'a text is no number'],
  ['ORA-01830', 'a text is longer than its date format'],
  ['ORA-01841', 'a year is out of range'],
  ['ORA-01843', 'a month is not valid'],
  ['ORA-01847', 'a day is out of range'],
  ['ORA-01861', 'a text does not fit its date format'],
  ['ORA-06502', 'a value does not fit its type'],
]);

const SQLITE: ReadonlyMap<string, string> = new Map([
  ['SQLITE_ERROR', 'the statement is wrong, or a function was given what it cannot use'],
  ['SQLITE_INTERRUPT', 'the statement was ended at its timeout'],
  ['SQLITE_TOOBIG', 'a text or blob is too large'],
  ['SQLITE_MISMATCH', 'a value does not fit the wanted type'],
  ['SQLITE_RANGE', 'a parameter is out of range'],
]);

const TEXTS: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  postgres: SQLSTATES,
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlite: SQLITE,
  sqlserver: SQLSERVER,
  oracle: ORACLE,
};

/** What engines number their errors with; anything else as a code may be somebody's text. */
const NUMBERED = /^(?:ORA-)?\d{1,6}$/;

/** What an engine means by a code, in words that hold no value; errors that are not kept are told by their number. */
export function textOfCode(dialect: Dialect, code: string | null): string {
  const text = TEXTS[dialect].get(code ?? '');
  if (text !== undefined) return `${text} (${code})`;
  const named = code !== null && NUMBERED.test(code) ? ` (${code})` : '';
  return `the database could not run the statement${named}`;
}
