import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'PostgreSQL',
  identifierQuoting: {
    rule: 'Identifiers are quoted with double quotes; unquoted ones are folded to lower case.',
    example: 'SELECT "Full Name" FROM "Customer List"',
  },
  currentTimestamp: {
    rule: 'CURRENT_TIMESTAMP or now(); CURRENT_DATE for the date.',
    example: 'SELECT CURRENT_TIMESTAMP',
  },
  stringLength: { rule: 'length(text) counts characters.', example: "SELECT length('naïve')" },
  nullHandling: { rule: 'COALESCE(a, b); NULLIF(a, b) guards a division.', example: 'SELECT COALESCE(NULL, 0)' },
  concatenation: {
    rule: '|| joins texts, null with anything is null; concat() skips nulls.',
    example: "SELECT 'a' || 'b'",
  },
  limit: { rule: 'LIMIT n OFFSET m stands last.', example: 'SELECT 1 AS one ORDER BY one LIMIT 10 OFFSET 0' },
  nullsOrdering: {
    rule: 'Nulls sort as the largest value: last in ASC, first in DESC, unless NULLS FIRST or NULLS LAST is said.',
    example: 'SELECT 1 AS one ORDER BY one DESC NULLS LAST',
  },
  textComparison: {
    rule: '= and LIKE tell upper from lower case; ILIKE does not.',
    example: "SELECT 'Rome' ILIKE '%rom%'",
  },
  pitfalls: [
    'Dividing two integers cuts off the remainder: write 1.0 * a / b or cast to numeric.',
    'Every selected column that is not aggregated must be in GROUP BY, unless the primary key of its table is.',
    'Names in double quotes are case-sensitive; a name with capitals or blanks must be quoted exactly as it is.',
    'Texts stand in single quotes; double quotes are for identifiers only.',
    'Dates: date_trunc, extract, INTERVAL arithmetic; there is no YEAR(), DATEDIFF() or DATE_FORMAT().',
    'round(x, 2) needs numeric: cast a double precision value first.',
    'A column alias may be used in ORDER BY and GROUP BY, not in WHERE or HAVING.',
    'Conditions on aggregates: COUNT(*) FILTER (WHERE …) counts a part of the rows.',
  ],
};
