import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'ClickHouse',
  identifierQuoting: {
    rule: 'Identifiers are quoted with backticks or double quotes; all names tell upper from lower case.',
    example: 'SELECT `full name` FROM `customer list`',
  },
  currentTimestamp: { rule: 'now(); today() for the date.', example: 'SELECT now(), today()' },
  stringLength: {
    rule: 'lengthUTF8(text) counts characters, length(text) bytes.',
    example: "SELECT lengthUTF8('naïve')",
  },
  nullHandling: {
    rule: 'COALESCE(a, b) or ifNull(a, b); nullIf(a, b) guards a division. Columns hold nulls only if Nullable.',
    example: 'SELECT COALESCE(NULL, 0)',
  },
  concatenation: {
    rule: '|| or concat() join texts, null with anything is null.',
    example: "SELECT 'a' || 'b'",
  },
  limit: { rule: 'LIMIT n OFFSET m stands last.', example: 'SELECT 1 AS one ORDER BY one LIMIT 10 OFFSET 0' },
  nullsOrdering: {
    rule: 'Nulls come last in ASC and in DESC, unless NULLS FIRST is said.',
    example: 'SELECT 1 AS one ORDER BY one DESC NULLS FIRST',
  },
  textComparison: {
    rule: '= and LIKE tell upper from lower case; ILIKE does not.',
    example: "SELECT 'Rome' ILIKE '%rom%'",
  },
  pitfalls: [
    'Functions tell upper from lower case: toStartOfMonth, dateDiff, countIf, arrayMap.',
    'UNION is written UNION ALL or UNION DISTINCT; a subquery or function that is joined needs an alias.',
    'a / b gives a Float64, integers too; intDiv(a, b) cuts off the remainder.',
    "Texts stand in single quotes; a backslash escapes: 'it\\'s'.",
    'An alias stands for its expression in the whole SELECT, WHERE included; do not name one like a column it uses.',
    "Dates: toStartOfMonth(d), toYear(d), dateDiff('day', a, b), d + INTERVAL 1 MONTH, formatDateTime(d, '%Y-%m').",
    'Aggregates with a condition: countIf(a > 1), sumIf(x, a > 1); quantile(0.5)(x) has its parameter before its argument.',
    'An outer join fills columns without a partner with default values (0, empty text), unless join_use_nulls is on.',
    'The first of each group: LIMIT 1 BY g after ORDER BY, or argMax(a, d).',
    'Arrays count from 1: a[1]; arrayJoin(a) or ARRAY JOIN a makes rows of an array; m[key] reads a Map.',
    'A table that replaces or collapses rows is read with FINAL: FROM t FINAL.',
    'SETTINGS, FORMAT and functions of tables (url, file, s3) are not accepted.',
  ],
};
