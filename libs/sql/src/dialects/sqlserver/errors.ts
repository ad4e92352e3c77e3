import { numberSet } from '../../retry/error-codes.js';
import type { DialectErrors } from '../sql-dialect.js';

const MEANINGS: ReadonlyMap<string, string> = new Map([
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

const HARMLESS = [
  "Incorrect syntax near '{fragment}'.",
  "Incorrect syntax near the keyword '{fragment}'.",
  "Invalid column name '{name}'.",
  "Invalid object name '{name}'.",
  "Ambiguous column name '{name}'.",
  'The multi-part identifier "{name}" could not be bound.',
  "'{name}' is not a recognized built-in function name.",
  "Column '{name}' is invalid in the select list because it is not contained in either an aggregate function or the " +
    'GROUP BY clause.',
  'Divide by zero error encountered.',
  'line {line}',
];

export const errors: DialectErrors = {
  schema: numberSet(107, 207, 208, 209, 1011, 1013, 4104, 8156),
  syntax: numberSet(101, 102, 103, 105, 113, 156, 170, 174, 319, 1018, 1033, 11555),
  categoriesByText: null,
  topics: {
    column: numberSet(207, 4104),
    table: numberSet(208),
    ambiguous: numberSet(209, 1011, 1013),
    function: numberSet(195, 2812, 4121),
    join: numberSet(301, 1016, 4147),
    'group-by': numberSet(130, 144, 147, 164, 8120, 8121, 8127),
    types: numberSet(206, 241, 242, 245, 257, 402, 8114, 8115, 8117),
    division: numberSet(8134),
    'single-value': numberSet(116, 512),
    'set-operation': numberSet(205),
    permission: numberSet(229, 230),
  },
  wrongNames: [
    [/invalid column name '([^']+)'/i, 'column'],
    [/invalid object name '([^']+)'/i, 'table'],
    [/multi-part identifier "([^"]+)" could not be bound/i, 'column'],
    [/ambiguous column name '([^']+)'/i, 'column'],
  ],
  examples: {
    types: "TRY_CAST(text_column AS int) > 5, or d >= '2024-01-31'",
    function: "YEAR(d), FORMAT(d, 'yyyy-MM'), CONCAT(a, b), LEN(a)",
  },
  meanings: MEANINGS,
  harmless: HARMLESS,
  parsing: null,
};
