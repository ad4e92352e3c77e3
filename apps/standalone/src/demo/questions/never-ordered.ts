import { statement, type DemoScript } from './demo-script.js';

/** B: three different SQLs pass, all with the same result, so that no comparison is needed. */
export const neverOrdered: DemoScript = {
  id: 'never-ordered',
  question: 'How many customers have never placed an order?',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3 },
  walks: 'B',
  description:
    'Three different ways of writing it pass all tests and return the same number, so that the simplest is taken ' +
    'without asking a judge. The others forget the test accounts, misuse a join, or count cancelled orders as none.',
  tests: [
    {
      name: 'no-order',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Exactly those customers are counted for whom no row of sales_order exists.',
        'A customer counts only if there is no order of theirs.',
        'Customers with at least one order are not counted.',
      ],
      passes: 'It keeps only customers without a matching order.',
    },
    {
      name: 'cancelled',
      moments: ['evaluation'],
      wordings: [
        'A customer all of whose orders were cancelled has placed an order and is not counted.',
        'A cancelled order is a placed order: such customers do not count.',
      ],
      passes: 'Orders of every status count as placed; there is no condition on status.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Test accounts are not counted.', 'Customers with is_test = true are left out of the number.'],
      passes: 'NOT is_test leaves the test accounts out.',
    },
    {
      name: 'one-number',
      moments: ['precompute'],
      wordings: ['The result is one row with one number.', 'A single value is returned: the count.'],
      passes: 'One aggregate without GROUP BY gives one row with one number.',
    },
    {
      name: 'each-once',
      moments: ['evaluation'],
      wordings: ['No customer is counted more than once.', 'Each customer adds at most one to the count.'],
      passes: 'Each customer gives one row before counting.',
    },
  ],
  sqls: {
    notExists: {
      sql: statement`
        SELECT COUNT(*) AS customers
        FROM customer c
        WHERE NOT c.is_test
          AND NOT EXISTS (SELECT 1 FROM sales_order o WHERE o.customer_id = c.id)
      `,
      alike: [
        'select count(*) as customers from customer c where not c.is_test and not exists (select 1 from sales_order o where o.customer_id = c.id)',
      ],
      reasoning: 'Customers for whom no order exists, without test accounts, counted.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    antiJoin: {
      sql: statement`
        SELECT COUNT(*) AS customers
        FROM customer c
        LEFT JOIN sales_order o ON o.customer_id = c.id
        WHERE o.id IS NULL
          AND NOT c.is_test
      `,
      reasoning: 'Outer join to the orders; where no order matched, the customer never ordered.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    difference: {
      sql: statement`
        WITH buyers AS (
          SELECT DISTINCT customer_id FROM sales_order
        )
        SELECT COUNT(*) AS customers
        FROM customer
        WHERE NOT is_test
          AND id NOT IN (SELECT customer_id FROM buyers)
      `,
      reasoning: 'First all who ordered, then everybody else; customer_id is not nullable, so that NOT IN is safe.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    withTests: {
      sql: statement`
        SELECT COUNT(*) AS customers
        FROM customer c
        WHERE NOT EXISTS (SELECT 1 FROM sales_order o WHERE o.customer_id = c.id AND o.status <> 'cancelled')
      `,
      reasoning: 'Customers without an order that was carried out.',
      validity: 'valid',
      right: false,
      fails: {
        'no-order':
          'Customers whose orders were all cancelled are counted, although rows of sales_order exist for them.',
        cancelled: "The condition o.status <> 'cancelled' treats a cancelled order as if it had not been placed.",
        'test-accounts': 'Nothing leaves the test accounts out, against the directive.',
      },
    },
    forgottenTests: {
      sql: statement`
        SELECT COUNT(c.id) AS customers
        FROM customer c
        LEFT JOIN sales_order o ON o.customer_id = c.id
        WHERE o.status IS NULL OR o.status = 'cancelled'
      `,
      reasoning: 'Outer join; no order or a cancelled one.',
      validity: 'valid',
      right: false,
      fails: {
        'no-order': 'Customers with a cancelled order are counted, whatever else they ordered.',
        cancelled: 'Cancelled orders are treated as not placed.',
        'test-accounts': 'Test accounts are counted as well.',
        'each-once': 'A customer with several cancelled orders is counted once for each of them.',
      },
    },
    emptyHaving: {
      sql: statement`
        SELECT COUNT(*) AS customers
        FROM (
          SELECT c.id
          FROM customer c
          LEFT JOIN sales_order o ON o.customer_id = c.id
          WHERE NOT c.is_test
          GROUP BY c.id
          HAVING COUNT(*) = 0
        ) silent
      `,
      reasoning: 'Count orders per customer and keep those with none.',
      validity: 'valid',
      right: false,
      fails: {
        'no-order':
          'COUNT(*) is at least 1 for every customer, since the outer join gives each a row: nobody is counted.',
      },
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['notExists'], ['antiJoin'], ['withTests']],
      'divide-and-conquer': [['difference'], ['notExists#1'], ['emptyHaving']],
      'step-by-step': [['antiJoin'], ['notExists'], ['forgottenTests']],
    },
  },
};
