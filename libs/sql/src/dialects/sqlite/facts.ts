import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'SQLite',
  identifierQuoting: {
    rule: 'Identifiers are quoted with double quotes.',
    example: 'SELECT "full name" FROM "customer list"',
  },
  currentTimestamp: {
    rule: "CURRENT_TIMESTAMP or datetime('now'), in UTC; date('now') for the date. The argument is a text in single quotes.",
    example: "SELECT datetime('now')",
  },
  stringLength: { rule: 'length(text) counts characters.', example: "SELECT length('naïve')" },
  nullHandling: { rule: 'COALESCE(a, b) or IFNULL(a, b).', example: 'SELECT IFNULL(NULL, 0)' },
  concatenation: { rule: '|| joins texts, null with anything is null.', example: "SELECT 'a' || 'b'" },
  limit: { rule: 'LIMIT n OFFSET m stands last.', example: 'SELECT 1 AS one ORDER BY one LIMIT 10 OFFSET 0' },
  nullsOrdering: {
    rule: 'Nulls sort as the smallest value: first in ASC, last in DESC, unless NULLS FIRST or NULLS LAST is said.',
    example: 'SELECT 1 AS one ORDER BY one DESC NULLS LAST',
  },
  textComparison: {
    rule: '= tells upper from lower case; LIKE ignores the case of ASCII letters.',
    example: "SELECT 'Rome' LIKE '%rom%'",
  },
  pitfalls: [
    'Dividing two integers cuts off the remainder: write 1.0 * a / b or CAST(a AS REAL) / b.',
    'Columns that are neither aggregated nor grouped come from an arbitrary row of the group; next to a single MIN or MAX they come from the row that holds it.',
    'A misspelt name in double quotes may be taken for a text: check names against the schema.',
    "Dates are texts or numbers: strftime('%Y', d), date(d, '+1 day'), julianday(a) - julianday(b); no EXTRACT, YEAR() or INTERVAL.",
    'Booleans are 0 and 1.',
    'Values may have another type than their column declares: cast where it matters.',
  ],
};
