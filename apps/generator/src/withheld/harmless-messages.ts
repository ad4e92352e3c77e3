import { DIALECTS, type Dialect } from '@assay/contracts';
import { dialectErrors } from '@assay/sql';

/** Assay's own messages; `{limit}` is a number. */
const OWN = [
  'the statement was ended after {limit} ms',
  'the database did not end the statement at its timeout, and it is not run again',
  'process shorter texts and smaller arrays in one call',
  'a single row of the result is larger than {limit} bytes',
  'select fewer or shorter columns',
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
  // DuckDB types; words in enums and structs are lower case or quoted
  types: String.raw`[A-Z0-9_ ,()[\]]*`,
};

const PATTERNS = new Map(
  DIALECTS.map((dialect) => [dialect, [...OWN, ...dialectErrors(dialect).harmless].map(patternOf)]),
);

export interface Named {
  names: string[];
  fragments: string[];
  lines: number[];
}

/** Null if the form is not known to be harmless. */
export function namedBy(dialect: Dialect, message: string): Named | null {
  for (const pattern of PATTERNS.get(dialect) ?? []) {
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
