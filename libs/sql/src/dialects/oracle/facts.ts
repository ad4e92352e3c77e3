import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'Oracle',
  identifierQuoting: {
    rule: 'Identifiers are quoted with double quotes; unquoted ones are folded to upper case.',
    example: 'SELECT "Full Name" FROM "Customer List"',
  },
  currentTimestamp: {
    rule: 'SYSTIMESTAMP or SYSDATE; TRUNC(SYSDATE) for the date.',
    example: 'SELECT SYSTIMESTAMP FROM dual',
  },
  stringLength: {
    rule: 'LENGTH(text) counts characters; it is null for the empty text.',
    example: "SELECT LENGTH('naïve') FROM dual",
  },
  nullHandling: {
    rule: 'COALESCE(a, b) or NVL(a, b); the empty text is null.',
    example: 'SELECT NVL(NULL, 0) FROM dual',
  },
  concatenation: { rule: '|| joins texts and takes null for an empty text.', example: "SELECT 'a' || 'b' FROM dual" },
  limit: {
    rule: 'FETCH FIRST n ROWS ONLY, or OFFSET m ROWS FETCH NEXT n ROWS ONLY, stands last; there is no LIMIT.',
    example: 'SELECT 1 AS one FROM dual ORDER BY one FETCH FIRST 10 ROWS ONLY',
  },
  nullsOrdering: {
    rule: 'Nulls sort last in ASC and first in DESC, unless NULLS FIRST or NULLS LAST is said.',
    example: 'SELECT 1 AS one FROM dual ORDER BY one DESC NULLS LAST',
  },
  textComparison: {
    rule: '= and LIKE tell upper from lower case: compare UPPER(x) with a text in capitals.',
    example: "SELECT 1 FROM dual WHERE UPPER('Rome') LIKE '%ROM%'",
  },
  pitfalls: [
    'A SELECT without a table needs FROM dual (before version 23).',
    'A table alias is written without AS.',
    'Every selected column that is not aggregated must be in GROUP BY; an alias may not be used there (before version 23).',
    'There is no boolean type in SQL before version 23: flags are numbers or letters.',
    "Dates: DATE '2024-01-31', EXTRACT(YEAR FROM d), TRUNC(d, 'MM'), ADD_MONTHS(d, 1), d + 1 is one day later; dates carry a time.",
    'ROWNUM is given before ORDER BY: limit with FETCH FIRST.',
    'LISTAGG joins texts of a group; MINUS is the set difference.',
  ],
};
