import type { DialectErrors } from '../sql-dialect.js';

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['PARSER', 'the text is not a statement of DuckDB'],
  ['BINDER', 'a name, a type or a clause does not fit'],
  ['CATALOG', 'a table, a function or a type does not exist'],
  ['CONVERSION', 'a value cannot be converted to the wanted type'],
  ['OUT_OF_RANGE', 'a number is too large for its type'],
  ['INVALID_INPUT', 'a function was given what it cannot use, or a subquery has several rows'],
  ['MISMATCH_TYPE', 'two types do not fit together'],
  ['OUT_OF_MEMORY', 'the statement needs more memory than it may have'],
  ['INTERRUPT', 'the statement was ended at its timeout'],
  ['PERMISSION', 'the statement reaches what it may not'],
]);

const HARMLESS = [
  'Table with name {name} does not exist!',
  'Scalar Function with name {name} does not exist!',
  'Table Function with name {name} does not exist!',
  'Aggregate Function with name {name} does not exist!',
  'Type with name {name} does not exist!',
  'Referenced column "{name}" not found in FROM clause!',
  'Referenced column "{name}" was not found because the FROM clause is missing',
  'Referenced table "{name}" not found!',
  'Table "{name}" does not have a column named "{name}"',
  'column "{name}" must appear in the GROUP BY clause or must be part of an aggregate function.',
  'syntax error at or near "{fragment}"',
  'syntax error at end of input',
  '{clause} clause cannot contain aggregates!',
  'aggregate function calls cannot be nested',
  'Ambiguous reference to column name "{name}" (use: "{name}" or "{name}")',
  'column {name} must appear in the GROUP BY clause or be used in an aggregate function',
  "No function matches the given name and argument types '{name}({types})'. You might need to add explicit type casts.",
  'Cannot mix values of type {types} and {types} in COALESCE operator - an explicit cast is required',
  'ORDER term out of range - should be between 1 and {limit}',
  'Set operations can only apply to expressions with the same number of result columns',
  'More than one row returned by a subquery used as an expression - scalar subqueries can only return a single row.',
];

export const errors: DialectErrors = {
  schema: null,
  syntax: /^PARSER$/,
  // Only the text distinguishes missing names from unsuitable functions.
  categoriesByText: [
    [
      /^(?:Table|View|Schema|Catalog) with name|Referenced (?:column|table) |does not have a column named|^Ambiguous reference|^Duplicate alias|^Values list .* does not have/,
      'SCHEMA_ERROR',
    ],
    [/^syntax error|^Parser Error/, 'SYNTAX_ERROR'],
  ],
  topics: { types: /^(?:CONVERSION|MISMATCH_TYPE)$/, timeout: /^INTERRUPT$/, permission: /^PERMISSION$/ },
  wrongNames: [
    [/Referenced column "([^"]+)"/u, 'column'],
    [/does not have a column named "([^"]+)"/u, 'column'],
    [/Ambiguous reference to column name "([^"]+)"/u, 'column'],
    [/Table with name (\S+) does not exist/u, 'table'],
    [/Referenced table "([^"]+)"/u, 'table'],
  ],
  examples: {
    types: "TRY_CAST(text_column AS DOUBLE) > 5, or d >= DATE '2024-01-31'",
    function: "date_trunc('month', d), date_diff('day', a, b), strftime(d, '%Y'), string_agg(a, ', ')",
  },
  meanings: MEANINGS,
  harmless: HARMLESS,
  parsing: null,
};
