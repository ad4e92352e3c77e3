import type { Dialect, StatementError } from '@assay/contracts';
import { numberSet, type CodeSet } from './error-codes.js';

/** What an error is about, finer than its category; it chooses the advice. */
export const ERROR_TOPICS = [
  'column',
  'table',
  'ambiguous',
  'function',
  'join',
  'group-by',
  'types',
  'division',
  'single-value',
  'set-operation',
  'timeout',
  'permission',
  'other',
] as const;
export type ErrorTopic = (typeof ERROR_TOPICS)[number];

type Codes = Partial<Record<ErrorTopic, CodeSet>>;

const mysql: Codes = {
  column: numberSet(1054),
  table: numberSet(1146, 1051, 1109, 1049),
  ambiguous: numberSet(1052, 1066, 1060),
  function: numberSet(1305, 1630, 1582, 1128),
  // crossed outer joins, too many rows to join, too many tables
  join: numberSet(1120, 1104, 1116),
  'group-by': numberSet(1055, 1056, 1111, 1140, 1463),
  types: numberSet(1292, 1366, 1264, 1411, 1690, 3140),
  division: numberSet(1365),
  'single-value': numberSet(1241, 1242),
  'set-operation': numberSet(1222),
  timeout: numberSet(3024, 1969),
  permission: numberSet(1142, 1143, 1044, 1370),
};

const codes: Record<Dialect, Codes> = {
  postgres: {
    column: /^42703$/,
    table: /^(?:42P01|3F000)$/,
    ambiguous: /^(?:42702|42P09|42712)$/,
    function: /^42883$/,
    'group-by': /^(?:42803|42P20)$/,
    types: /^(?:42804|42846|22P02|22P03|22007|22008|22003|42P18|42725)$/,
    division: /^22012$/,
    'single-value': /^21000$/,
    timeout: /^57014$/,
    permission: /^42501$/,
  },
  mysql,
  mariadb: mysql,
  sqlserver: {
    column: numberSet(207, 4104),
    table: numberSet(208),
    ambiguous: numberSet(209, 1011, 1013),
    function: numberSet(195, 2812, 4121),
    // outer joins in the old style, or where none is allowed
    join: numberSet(301, 1016, 4147),
    'group-by': numberSet(130, 144, 147, 164, 8120, 8121, 8127),
    types: numberSet(206, 241, 242, 245, 257, 402, 8114, 8115, 8117),
    division: numberSet(8134),
    'single-value': numberSet(116, 512),
    'set-operation': numberSet(205),
    permission: numberSet(229, 230),
  },
  oracle: {
    column: numberSet(904, 1747),
    table: numberSet(942, 4043),
    ambiguous: numberSet(918, 960),
    function: numberSet(902, 938, 939, 6553, 6575),
    join: numberSet(1416, 1417, 1468, 1719, 1799, 25154, 25155, 25156),
    'group-by': numberSet(934, 937, 979),
    types: numberSet(932, 1426, 1722, 1830, 1839, 1843, 1847, 1858, 1861),
    division: numberSet(1476),
    'single-value': numberSet(913, 1427),
    'set-operation': numberSet(1789, 1790),
    timeout: numberSet(1013),
    permission: numberSet(1031),
  },
  sqlite: {},
};

/** Joins that a database refuses: PostgreSQL tells of them by the code of all that it does not support. */
const JOIN_WORDS = /\bjoins?\b|ON clause references/i;

/** For engines without a telling code, and for refusals of our own. */
const texts: readonly [RegExp, ErrorTopic][] = [
  [/no such column/i, 'column'],
  [/no such table|unknown database/i, 'table'],
  [JOIN_WORDS, 'join'],
  [/ambiguous/i, 'ambiguous'],
  [/no such function|wrong number of arguments|misuse of window/i, 'function'],
  [/misuse of aggregate|group by/i, 'group-by'],
  [/datatype mismatch|malformed json|integer overflow/i, 'types'],
  [/sub-select returns|row value misused/i, 'single-value'],
  [/same number of result columns/i, 'set-operation'],
  [/interrupted|timed? ?out|time limit/i, 'timeout'],
];

/** What an error is about, by the database's code; by its text only where no code tells. */
export function topicOfError(dialect: Dialect, error: Pick<StatementError, 'code' | 'message'>): ErrorTopic {
  const known = error.code?.replace(/^ORA-0*/i, '') ?? '';
  const byCode = (Object.entries(codes[dialect]) as [ErrorTopic, CodeSet][]).find(([, set]) => set?.test(known));
  if (byCode !== undefined) return byCode[0];
  const hasCodes = dialect !== 'sqlite' && error.code !== null;
  if (hasCodes) return JOIN_WORDS.test(error.message) ? 'join' : 'other';
  return texts.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'other';
}
