import { DOTTED } from '../../retry/wrong-name-pattern.js';
import type { DialectErrors } from '../sql-dialect.js';

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['SQLITE_ERROR', 'the statement is wrong, or a function was given what it cannot use'],
  ['SQLITE_INTERRUPT', 'the statement was ended at its timeout'],
  ['SQLITE_TOOBIG', 'a text or blob is too large'],
  ['SQLITE_MISMATCH', 'a value does not fit the wanted type'],
  ['SQLITE_RANGE', 'a parameter is out of range'],
]);

const HARMLESS = [
  'no such table: {name}',
  'no such column: {name}',
  'no such column: "{name}" - should this be a string literal in single-quotes?',
  'no such function: {name}',
  'ambiguous column name: {name}',
  'near "{fragment}": syntax error',
  'unrecognized token: "{fragment}"',
  'incomplete input',
  'misuse of aggregate: {name}()',
  'misuse of aggregate function {name}()',
  'misuse of window function {name}()',
  'wrong number of arguments to function {name}()',
  'aggregate functions are not allowed in the GROUP BY clause',
  'SELECTs to the left and right of UNION do not have the same number of result columns',
  'SELECTs to the left and right of UNION ALL do not have the same number of result columns',
];

export const errors: DialectErrors = {
  schema: null,
  syntax: null,
  // One code; only the text distinguishes.
  categoriesByText: [
    [/no such (?:table|column)|ambiguous column name|unknown database|no tables specified/i, 'SCHEMA_ERROR'],
    [/syntax error|incomplete input|unrecognized token/i, 'SYNTAX_ERROR'],
  ],
  topics: {},
  wrongNames: [
    [new RegExp(`no such column: ${DOTTED}`, 'iu'), 'column'],
    [new RegExp(`no such table: ${DOTTED}`, 'iu'), 'table'],
    [new RegExp(`ambiguous column name: ${DOTTED}`, 'iu'), 'column'],
  ],
  examples: {
    types: "CAST(text_column AS REAL) > 5, or date(d) >= '2024-01-31'",
    function: "strftime('%Y', d), date(d, '+1 month'), a || b",
  },
  meanings: MEANINGS,
  harmless: HARMLESS,
  parsing: null,
};
