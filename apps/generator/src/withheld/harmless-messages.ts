import type { Dialect } from '@assay/contracts';

/**
 * Messages that name nothing but what stands in the statement or in the schema. Holes: `{name}` an identifier,
 * `{fragment}` a piece of the statement, `{clause}` how the engine calls a clause, `{line}` a line of the statement,
 * `{limit}` a number of our own.
 */
const OWN = [
  'the statement was ended after {limit} ms',
  'a single row of the result is larger than {limit} bytes',
  'select fewer or shorter columns',
];

const MYSQL = [
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

const SQLITE = [
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

const SQLSERVER = [
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

const ORACLE = [
  'ORA-00904: "{name}": invalid identifier',
  'ORA-00904: {name}: invalid identifier',
  'ORA-00918: column ambiguously defined',
  'ORA-00918: {name}: column ambiguously specified - appears in {name} and {name}',
  'ORA-00942: table or view does not exist',
  'ORA-00942: table or view {name} does not exist',
  'ORA-00933: SQL command not properly ended',
  'ORA-00936: missing expression',
  'ORA-00979: not a GROUP BY expression',
];

const CLAUSE =
  'field list|SELECT|where clause|WHERE|on clause|ON|group statement|GROUP BY|having clause|HAVING|order clause|' +
  'ORDER BY|from clause|FROM|field_list|MULTI DELETE';

const HOLES: Readonly<Record<string, string>> = {
  name: String.raw`(?<name>.+?)`,
  fragment: String.raw`(?<fragment>[\s\S]*?)`,
  clause: `(?:${CLAUSE})`,
  line: String.raw`(?<line>\d{1,6})`,
  limit: String.raw`\d{1,15}`,
};

/** A message that is known, as it is looked for. */
const patternsOf = (templates: readonly string[]): readonly RegExp[] => templates.map(patternOf);

const PATTERNS: Readonly<Record<Dialect, readonly RegExp[]>> = {
  postgres: patternsOf(OWN),
  mysql: patternsOf([...OWN, ...MYSQL]),
  mariadb: patternsOf([...OWN, ...MYSQL]),
  sqlite: patternsOf([...OWN, ...SQLITE]),
  sqlserver: patternsOf([...OWN, ...SQLSERVER]),
  oracle: patternsOf([...OWN, ...ORACLE]),
};

/** What a message of a known form names. */
export interface Named {
  names: string[];
  fragments: string[];
  lines: number[];
}

/** What a message names; null for one whose form is not known to be harmless. */
export function namedBy(dialect: Dialect, message: string): Named | null {
  for (const pattern of PATTERNS[dialect]) {
    const found = pattern.exec(message);
    if (found) return gather(found);
  }
  return null;
}

function gather(found: RegExpExecArray): Named {
  const entries = Object.entries(found.groups ?? {});
  const of = (kind: string): string[] => entries.filter(([key]) => key.startsWith(kind)).map(([, text]) => text);
  return { names: of('name'), fragments: of('fragment'), lines: of('line').map(Number) };
}

function patternOf(template: string): RegExp {
  let holes = 0;
  const source = template.split(/(\{[a-z]+\})/).map((part) => {
    const hole = /^\{([a-z]+)\}$/.exec(part)?.[1];
    if (hole === undefined) return RegExp.escape(part);
    holes += 1;
    return (HOLES[hole] ?? '').replace(/\?<([a-z]+)>/, `?<$1${holes}>`);
  });
  return new RegExp(`^${source.join('')}$`);
}
