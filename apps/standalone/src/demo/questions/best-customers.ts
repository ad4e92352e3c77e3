import { statement, type DemoScript } from './demo-script.js';

/** B with a judge: three readings of "best" pass; the judge prefers revenue, and is biased by position on one pair. */
export const bestCustomers: DemoScript = {
  id: 'best-customers',
  question: 'Who are our five best customers?',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3 },
  walks: 'B',
  description:
    '"Best" can be read as revenue, as number of orders, or as recent revenue, and the tests let all three pass with ' +
    'different results. They are compared in pairs and in both orders; on one pair the judge prefers whatever is shown ' +
    'first, which counts as a tie.',
  tests: [
    {
      name: 'five',
      moments: ['precompute', 'evaluation'],
      wordings: ['The result has exactly five rows.', 'Five customers are returned.'],
      passes: 'LIMIT 5.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Test accounts are not among the customers returned.', 'Customers with is_test = true are left out.'],
      passes: 'NOT is_test leaves test accounts out.',
    },
    {
      name: 'cancelled',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Cancelled orders do not make a customer better.',
        'What was cancelled does not count in favour of a customer.',
      ],
      passes: 'Cancelled orders are left out.',
    },
    {
      name: 'by-key',
      moments: ['evaluation'],
      wordings: [
        'Different customers of the same name are not merged.',
        'Customers are told apart by their key and not by their name.',
      ],
      passes: 'It groups by the id of the customer.',
    },
    {
      name: 'names',
      moments: ['precompute'],
      wordings: ['The customers are given by name.', 'The name of each customer is returned.'],
      passes: 'full_name is returned.',
    },
    {
      name: 'best-first',
      moments: ['evaluation'],
      wordings: [
        'The five are the highest by the measure that is used.',
        'No customer left out ranks above one returned.',
      ],
      passes: 'Ordered by the measure, highest first, before LIMIT.',
    },
  ],
  sqls: {
    revenue: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN sales_order o ON o.customer_id = c.id
        JOIN order_line l ON l.order_id = o.id
        WHERE NOT c.is_test
          AND o.status NOT IN ('cancelled', 'returned')
        GROUP BY c.id, c.full_name
        ORDER BY SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)) DESC, c.id
        LIMIT 5
      `,
      alike: [
        "select c.full_name from customer c join sales_order o on o.customer_id = c.id join order_line l on l.order_id = o.id where not c.is_test and o.status not in ('cancelled', 'returned') group by c.id, c.full_name order by sum(l.quantity * l.unit_price * (1 - coalesce(l.discount_percent, 0) / 100.0)) desc, c.id limit 5",
      ],
      reasoning: 'The best customers are those who brought the most revenue.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    revenueInParts: {
      sql: statement`
        WITH spent AS (
          SELECT o.customer_id,
                 SUM(l.quantity * l.unit_price * (100 - COALESCE(l.discount_percent, 0)) / 100) AS amount
          FROM sales_order o
          JOIN order_line l ON l.order_id = o.id
          WHERE o.status NOT IN ('cancelled', 'returned')
          GROUP BY o.customer_id
        )
        SELECT c.full_name
        FROM spent s
        JOIN customer c ON c.id = s.customer_id
        WHERE NOT c.is_test
        ORDER BY s.amount DESC, c.id
        LIMIT 5
      `,
      reasoning: 'What each customer spent, then the five highest.',
      sameAs: 'revenue',
      validity: 'valid',
      right: true,
      fails: {},
    },
    orders: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN sales_order o ON o.customer_id = c.id
        WHERE NOT c.is_test
          AND o.status NOT IN ('cancelled', 'returned')
        GROUP BY c.id, c.full_name
        ORDER BY COUNT(*) DESC, c.id
        LIMIT 5
      `,
      reasoning: 'The best customers are those who order most often.',
      validity: 'valid',
      right: false,
      fails: {},
    },
    recent: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN sales_order o ON o.customer_id = c.id
        JOIN order_line l ON l.order_id = o.id
        WHERE NOT c.is_test
          AND o.status NOT IN ('cancelled', 'returned')
          AND o.ordered_at >= DATE '2024-07-01'
        GROUP BY c.id, c.full_name
        ORDER BY SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)) DESC, c.id
        LIMIT 5
      `,
      reasoning: 'The best customers are those who have spent the most in the last twelve months.',
      validity: 'valid',
      right: false,
      fails: {},
    },
    byName: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN sales_order o ON o.customer_id = c.id
        JOIN order_line l ON l.order_id = o.id
        WHERE NOT c.is_test
          AND o.status NOT IN ('cancelled', 'returned')
        GROUP BY c.full_name
        ORDER BY SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)) DESC
        LIMIT 5
      `,
      reasoning: 'Revenue by customer, grouped by name.',
      validity: 'valid',
      right: false,
      fails: { 'by-key': 'GROUP BY c.full_name adds up the revenue of different customers who bear the same name.' },
    },
    everything: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN sales_order o ON o.customer_id = c.id
        JOIN order_line l ON l.order_id = o.id
        GROUP BY c.id, c.full_name
        ORDER BY SUM(l.quantity * l.unit_price) DESC, c.id
        LIMIT 5
      `,
      reasoning: 'The value of all orders per customer, highest first.',
      validity: 'valid',
      right: false,
      fails: {
        'test-accounts': 'Nothing leaves test accounts out; their bulk orders put them on top.',
        cancelled: 'There is no condition on status, so that cancelled orders count.',
      },
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['revenue'], ['orders'], ['byName']],
      'divide-and-conquer': [['revenueInParts'], ['recent'], ['revenue#1']],
      'step-by-step': [['revenue'], ['revenueInParts'], ['everything']],
    },
  },
  choices: [
    {
      between: ['revenue', 'orders'],
      winner: 'revenue',
      confidence: [0.85, 0.8],
      reasoning:
        'A customer of many small orders is a frequent one; asked about the best, a shop means those who bring the most revenue.',
    },
    {
      between: ['revenue', 'recent'],
      winner: 'revenue',
      confidence: [0.75, 0.7],
      reasoning:
        'The question sets no period; limiting it to the last twelve months adds a condition that nobody asked for.',
    },
    {
      between: ['orders', 'recent'],
      winner: 'first',
      confidence: [0.65, 0.65],
      reasoning: 'Both take "best" in a narrower sense than the question; the one shown first seems the more natural.',
    },
  ],
};
