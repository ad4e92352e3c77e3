import type { DialectFacts } from '../dialect-facts.js';
import { facts as mysql } from '../mysql/facts.js';

/** Other facts equal MySQL's. */
export const facts: DialectFacts = {
  ...mysql,
  name: 'MariaDB',
  pitfalls: [
    'a / b gives decimals; DIV gives whole numbers.',
    'Columns that are neither aggregated nor grouped are accepted by default and give an arbitrary row: never rely on it.',
    'There is no FULL OUTER JOIN: unite a LEFT and a RIGHT JOIN. INTERSECT and EXCEPT exist.',
    'Dates: YEAR(d), MONTH(d), DATE_FORMAT(d, …), TIMESTAMPDIFF(unit, a, b), d + INTERVAL 1 DAY; no date_trunc.',
    'There is no ILIKE, no :: cast and no FILTER (WHERE …): use LIKE, CAST(x AS …) and SUM(CASE WHEN … END).',
    'There is no LATERAL; a subquery in FROM needs an alias; LIMIT is not allowed directly inside an IN subquery.',
    'JSON is kept as text: JSON_VALUE and JSON_EXTRACT read it, -> and ->> do not exist.',
  ],
};
