import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'DuckDB',
  identifierQuoting: {
    rule: 'Identifiers are quoted with double quotes; names never tell upper from lower case.',
    example: 'SELECT "full name" FROM "customer list"',
  },
  currentTimestamp: {
    rule: 'CURRENT_TIMESTAMP or now(); CURRENT_DATE or today() for the date.',
    example: 'SELECT CURRENT_TIMESTAMP',
  },
  stringLength: { rule: 'length(text) counts characters.', example: "SELECT length('naïve')" },
  nullHandling: {
    rule: 'COALESCE(a, b) or IFNULL(a, b); NULLIF(a, b) guards a division.',
    example: 'SELECT COALESCE(NULL, 0)',
  },
  concatenation: {
    rule: '|| joins texts, null with anything is null; concat() skips nulls.',
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
    'a / b divides exactly, integers too; a // b cuts off the remainder.',
    'Every selected column that is not aggregated must be in GROUP BY; GROUP BY ALL takes all of them.',
    'Texts stand in single quotes; double quotes are for identifiers only.',
    "Dates: date_trunc('month', d), date_part('year', d), date_diff('day', a, b), d + INTERVAL 1 MONTH, strftime(d, '%Y-%m').",
    "A text is no date: strptime(t, '%d.%m.%Y') or TRY_CAST(t AS DATE) before computing with it.",
    "Read tables by their names only: files (FROM 'a.csv', read_csv) cannot be opened.",
    'Lists count from 1: l[1]; unnest(l) makes rows of a list; fields of a struct are s.field.',
    "Begin with SELECT, WITH or FROM; DESCRIBE and SUMMARIZE are not accepted. PIVOT names its values: FROM t PIVOT (sum(a) FOR b IN ('x', 'y')).",
    'The first of each group: QUALIFY row_number() OVER (PARTITION BY g ORDER BY d) = 1, or arg_max(a, d).',
  ],
};
