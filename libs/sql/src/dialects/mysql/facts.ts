import type { DialectFacts } from '../dialect-facts.js';

export const facts: DialectFacts = {
  name: 'MySQL',
  identifierQuoting: {
    rule: 'Identifiers are quoted with backticks; double quotes make a text.',
    example: 'SELECT `full name` FROM `customer list`',
  },
  currentTimestamp: { rule: 'NOW() or CURRENT_TIMESTAMP; CURDATE() for the date.', example: 'SELECT NOW()' },
  stringLength: {
    rule: 'CHAR_LENGTH(text) counts characters; LENGTH(text) counts bytes.',
    example: "SELECT CHAR_LENGTH('naïve')",
  },
  nullHandling: { rule: 'COALESCE(a, b) or IFNULL(a, b).', example: 'SELECT IFNULL(NULL, 0)' },
  concatenation: {
    rule: 'CONCAT(a, b), null with anything is null; || is the logical OR by default.',
    example: "SELECT CONCAT('a', 'b')",
  },
  limit: { rule: 'LIMIT n OFFSET m stands last.', example: 'SELECT 1 AS one ORDER BY one LIMIT 10 OFFSET 0' },
  nullsOrdering: {
    rule: 'Nulls sort first in ASC and last in DESC; there is no NULLS FIRST or NULLS LAST, sort by x IS NULL before x.',
    example: 'SELECT 1 AS one ORDER BY one IS NULL, one',
  },
  textComparison: {
    rule: '= and LIKE ignore case under the usual collations; there is no ILIKE.',
    example: "SELECT 'Rome' LIKE '%rom%'",
  },
  pitfalls: [
    'a / b gives decimals; DIV gives whole numbers.',
    'ONLY_FULL_GROUP_BY is on: every selected column that is not aggregated must depend on GROUP BY.',
    'There is no FULL OUTER JOIN: unite a LEFT and a RIGHT JOIN. INTERSECT and EXCEPT exist from 8.0.31 on.',
    'Dates: YEAR(d), MONTH(d), DATE_FORMAT(d, …), TIMESTAMPDIFF(unit, a, b), d + INTERVAL 1 DAY; no date_trunc.',
    'There is no ILIKE, no :: cast and no FILTER (WHERE …): use LIKE, CAST(x AS …) and SUM(CASE WHEN … END).',
    'A subquery in FROM needs an alias; LIMIT is not allowed directly inside an IN subquery.',
    'CAST knows SIGNED, UNSIGNED, DECIMAL, CHAR, DATE, DATETIME; not INT or VARCHAR.',
  ],
};
