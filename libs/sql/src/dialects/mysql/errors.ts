import { numberSet } from '../../retry/error-codes.js';
import type { DialectErrors } from '../sql-dialect.js';

/** Error numbers of MariaDB and MySQL (`mysqld_error.h`), without message values. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
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

const HARMLESS = [
  "Unknown column '{name}' in '{clause}'",
  "Column '{name}' in '{clause}' is ambiguous",
  "Column '{name}' in {clause} is ambiguous",
  "Table '{name}' doesn't exist",
  "Unknown table '{name}'",
  "Unknown table '{name}' in {clause}",
  "Not unique table/alias: '{name}'",
  'FUNCTION {name} does not exist',
  'Invalid use of group function',
  "'{name}' isn't in GROUP BY",
  'Every derived table must have its own alias',
  'The used SELECT statements have a different number of columns',
  "Incorrect parameter count in the call to native function '{name}'",
  "Incorrect parameters in the call to native function '{name}'",
  'Subquery returns more than 1 row',
  'You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the ' +
    "right syntax to use near '{fragment}' at line {line}",
  'You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the ' +
    "right syntax to use near '{fragment}' at line {line}",
];

export const errors: DialectErrors = {
  schema: numberSet(1049, 1051, 1052, 1054, 1060, 1066, 1109, 1146, 4161),
  syntax: numberSet(1064, 1065, 1149, 1248, 1583),
  categoriesByText: null,
  topics: {
    column: numberSet(1054),
    table: numberSet(1146, 1051, 1109, 1049),
    ambiguous: numberSet(1052, 1066, 1060),
    function: numberSet(1305, 1630, 1582, 1128),
    // Crossed outer joins, too many rows or tables to join.
    join: numberSet(1120, 1104, 1116),
    'group-by': numberSet(1055, 1056, 1111, 1140, 1463),
    types: numberSet(1292, 1366, 1264, 1411, 1690, 3140),
    division: numberSet(1365),
    'single-value': numberSet(1241, 1242),
    'set-operation': numberSet(1222),
    timeout: numberSet(3024, 1969),
    permission: numberSet(1142, 1143, 1044, 1370),
  },
  // Messages quote the name.
  wrongNames: [
    [/unknown column '([^']+)'/i, 'column'],
    [/unknown table '([^']+)'/i, 'table'],
    [/table '([^']+)' doesn't exist/i, 'table'],
    [/column '([^']+)' in .* is ambiguous/i, 'column'],
  ],
  examples: {
    types: "CAST(text_column AS SIGNED) > 5, or d >= '2024-01-31'",
    function: "YEAR(d), DATE_FORMAT(d, '%Y-%m'), CONCAT(a, b)",
  },
  meanings: MEANINGS,
  harmless: HARMLESS,
  parsing: null,
};
