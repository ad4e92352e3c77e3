import type { ErrorCategory } from '@assay/contracts';

/** Stable codes of the record. */
export const GUARD_RULES = {
  empty: 'The text holds no statement.',
  'too-long': 'The text is larger than the guard reads.',
  'too-complex': 'The statement nests deeper, or has more parts, than the guard reads.',
  'bad-character': 'A NUL, control or invisible character outside of quotes.',
  unterminated: 'A string, quoted identifier or comment never ends.',
  'executable-comment': 'A comment that the server would execute.',
  syntax: 'The text is not one well-formed statement of the dialect.',
  'several-statements': 'More than one statement.',
  'not-a-read': 'Not a SELECT, VALUES, TABLE or set operation.',
  'writing-cte': 'A WITH query that writes.',
  into: 'SELECT … INTO, to a table, a file or a variable.',
  locking: 'A clause or hint that locks rows or tables.',
  function: 'A function that is not on the list of safe functions.',
  bulk: 'An expression that could make, hold or search values of any size.',
  operator: 'An operator that is not built in.',
  'system-catalog': 'A system catalog, where the workspace does not allow them.',
  'foreign-source': 'Another server, a file or an external table as a source.',
  parameter: 'A placeholder without a value.',
  variable: 'A session or user variable.',
  construct: 'A construct that is not on the list of those that only read.',
  'parser-fault': 'The parser failed on this text.',
} as const;

export type GuardRule = keyof typeof GUARD_RULES;

export function categoryOfRefusal(rule: string): ErrorCategory {
  const unreadable: string[] = ['empty', 'syntax', 'unterminated', 'bad-character', 'too-complex', 'parser-fault'];
  return unreadable.includes(rule) ? 'SYNTAX_ERROR' : 'VALIDATION_FAILED';
}
