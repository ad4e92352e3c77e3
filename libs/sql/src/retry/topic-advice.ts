import type { Dialect } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';
import type { ErrorTopic } from './error-topics.js';

export const topicAdvice: Readonly<Record<ErrorTopic, string>> = {
  column:
    'The column does not exist where it was looked for: check its spelling, and that it belongs to the table or alias it is qualified with. A subquery shows only the columns that it selects.',
  table:
    'The table does not exist under this name: check its spelling and its schema, and that every alias is defined in FROM before it is used.',
  ambiguous: 'The name could mean several columns or tables: give every table an alias and qualify every column.',
  function:
    'The function or operator does not exist for these arguments in this dialect: use the one it has, or cast the arguments.',
  join: 'The join is not one that this database can make: join tables by ON with equal columns that both sides have, from FROM onwards in order, each table once under its own alias, and cross-check outer joins.',
  'group-by':
    'Every selected column that is not inside an aggregate must be in GROUP BY; aggregates belong in SELECT, HAVING and ORDER BY, not in WHERE or GROUP BY.',
  types:
    'Values of different types meet, or a value does not fit its type: compare like with like, and cast explicitly where they differ.',
  division: 'A divisor was zero: guard it with NULLIF(divisor, 0).',
  'single-value':
    'A subquery that stands for one value returned several rows or columns: aggregate it, or use IN or EXISTS.',
  'set-operation': 'The operands of UNION, INTERSECT or EXCEPT must have as many columns, of matching types.',
  timeout: 'The statement took too long: filter earlier, join on keys only, and leave out cross joins.',
  permission: 'The table may not be read: use only the tables listed below.',
  other: 'Read the error again; check types, functions, the order of clauses and reserved words used as names.',
};

type Examples = Partial<Record<ErrorTopic, string>>;

const groupBy =
  'instead of SELECT city, name, COUNT(*) FROM t GROUP BY city\nwrite SELECT city, COUNT(*) FROM t GROUP BY city';
const shared: Examples = {
  column:
    'SELECT o.total FROM orders o JOIN customers c ON c.id = o.customer_id (o.total, because total is a column of orders)',
  table: 'SELECT c.name FROM customers c WHERE c.id = 1 (c is defined in FROM)',
  ambiguous: 'SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer_id = c.id',
  join: 'SELECT c.name, o.total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id',
  'group-by': groupBy,
  division: 'SELECT a / NULLIF(b, 0) FROM t',
  'single-value':
    'instead of WHERE id = (SELECT customer_id FROM orders) write WHERE id IN (SELECT customer_id FROM orders)',
  'set-operation': 'SELECT name, city FROM customers UNION SELECT name, city FROM suppliers',
  timeout:
    'SELECT c.city, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.id < 1000 GROUP BY c.city',
};

export function topicExample(topic: ErrorTopic, dialect: Dialect): string | null {
  return dialectErrors(dialect).examples[topic] ?? shared[topic] ?? null;
}
