import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'SQL Server',
  identifierQuoting: {
    rule: 'Identifiers are quoted with square brackets (or double quotes).',
    example: 'SELECT [full name] FROM [customer list]',
  },
  currentTimestamp: {
    rule: 'SYSDATETIME() or GETDATE(); CAST(GETDATE() AS date) for the date.',
    example: 'SELECT SYSDATETIME()',
  },
  stringLength: { rule: 'LEN(text) counts characters without blanks at the end.', example: "SELECT LEN(N'naïve')" },
  nullHandling: { rule: 'COALESCE(a, b) or ISNULL(a, b).', example: 'SELECT ISNULL(NULL, 0)' },
  concatenation: {
    rule: '+ joins texts, null with anything is null; CONCAT() takes null for an empty text and converts numbers.',
    example: "SELECT CONCAT('a', 'b')",
  },
  limit: {
    rule: 'SELECT TOP (n) …, or ORDER BY … OFFSET m ROWS FETCH NEXT n ROWS ONLY; there is no LIMIT.',
    example: 'SELECT TOP (10) 1 AS one ORDER BY one',
  },
  nullsOrdering: {
    rule: 'Nulls sort first in ASC and last in DESC; there is no NULLS FIRST or NULLS LAST, sort by a CASE before x.',
    example: 'SELECT x FROM (VALUES (1), (NULL)) AS v (x) ORDER BY CASE WHEN x IS NULL THEN 1 ELSE 0 END, x',
  },
  textComparison: {
    rule: '= and LIKE go by the collation of the column, which usually ignores case.',
    example: "SELECT CASE WHEN 'Rome' LIKE '%rom%' THEN 1 ELSE 0 END",
  },
  pitfalls: [
    'Dividing two integers cuts off the remainder: write 1.0 * a / b.',
    'Every selected column that is not aggregated must be in GROUP BY; an alias may not be used there.',
    'There is no boolean type: bit columns are compared with 0 and 1, and a condition cannot be selected.',
    'OFFSET … FETCH needs ORDER BY; ORDER BY in a subquery or CTE needs TOP or OFFSET.',
    "Dates: YEAR(d), DATEPART(…), DATEADD(day, 1, d), DATEDIFF(day, a, b), FORMAT(d, 'yyyy-MM'); no INTERVAL, no EXTRACT.",
    'A CTE cannot stand inside a subquery; WITH begins the statement.',
    'STRING_AGG joins texts of a group.',
  ],
};
