import { statement, type DemoScript } from './demo-script.js';

/** B with evidence: tests first, then generation; candidates that contradict the evidence are sent back. */
export const revenueByChannel: DemoScript = {
  id: 'revenue-by-channel',
  question: 'How much revenue did each sales channel make in 2024, in euros and cents?',
  evidence: [
    'Revenue of an order line is quantity times unit_price, less discount_percent of it; a null discount is no discount.',
    'Orders that were cancelled or returned make no revenue.',
  ],
  settings: { sqlCandidates: 9, testBatches: 3, stragglers: null },
  walks: 'B',
  description:
    'With evidence the tests are written before the SQLs, and a SQL that fails an evidence-critical test is sent back: ' +
    'three come back right, one never does. Of those that pass, all return the same figures.',
  tests: [
    {
      name: 'formula',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: ['Revenue of a line is quantity times unit_price, reduced by discount_percent percent.'],
      passes: 'The sum runs over quantity * unit_price * (1 - discount / 100.0).',
    },
    {
      name: 'no-discount',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: ['Lines without a discount (discount_percent is null) count with their full price.'],
      passes: 'A null discount is treated as 0, so that such lines count in full.',
    },
    {
      name: 'status',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: ['Cancelled and returned orders add nothing to the revenue.'],
      passes: 'Orders of status cancelled or returned are left out.',
    },
    {
      name: 'period',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'All orders of 2024 count, those of 31 December until midnight included, and no others.',
        'The period is the whole of 2024 by ordered_at, up to the last second of December 31.',
        'Orders placed during 31 December 2024 are included.',
      ],
      passes: 'The period is the calendar year 2024 by ordered_at, its last day included.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Orders of test accounts are left out.', 'Revenue of customers with is_test = true is not counted.'],
      passes: 'The join to customer with NOT is_test leaves test accounts out.',
    },
    {
      name: 'per-channel',
      moments: ['precompute'],
      wordings: ['There is one row per sales channel.', 'Each channel appears exactly once.'],
      passes: 'Grouped by channel.',
    },
    {
      name: 'columns',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'The result gives the channel and its revenue, and nothing else.',
        'Two columns: channel and revenue.',
      ],
      passes: 'Channel and revenue are returned.',
    },
    {
      name: 'fan-out',
      moments: ['evaluation'],
      wordings: ['No order line is counted more than once.', 'No join multiplies the order lines.'],
      passes: 'Orders, customers and lines are joined along their keys: one row per line.',
    },
    {
      name: 'cents',
      moments: ['evaluation'],
      wordings: ['Revenue is rounded to cents after adding up.', 'The sum is given with two decimals.'],
      passes: 'ROUND(…, 2) is applied to the sum.',
    },
  ],
  sqls: {
    joined: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        WHERE o.ordered_at >= DATE '2024-01-01'
          AND o.ordered_at < DATE '2025-01-01'
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      alike: [
        statement`
          -- revenue per channel
          select o.channel,
            round(sum(l.quantity * l.unit_price * (1 - coalesce(l.discount_percent, 0) / 100.0)), 2) as revenue
          from sales_order o
          join customer c on c.id = o.customer_id
          join order_line l on l.order_id = o.id
          where o.ordered_at >= date '2024-01-01' and o.ordered_at < date '2025-01-01'
            and o.status not in ('cancelled', 'returned') and not c.is_test
          group by o.channel
        `,
      ],
      reasoning: 'Lines of the orders of 2024 that count, by the formula of the evidence, added up per channel.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    inParts: {
      sql: statement`
        WITH counted AS (
          SELECT o.id, o.channel
          FROM sales_order o
          WHERE o.ordered_at >= DATE '2024-01-01'
            AND o.ordered_at < DATE '2025-01-01'
            AND o.status IN ('paid', 'shipped', 'delivered')
            AND o.customer_id IN (SELECT id FROM customer WHERE NOT is_test)
        ),
        amounts AS (
          SELECT k.channel, l.quantity * l.unit_price * (100 - COALESCE(l.discount_percent, 0)) / 100 AS amount
          FROM counted k
          JOIN order_line l ON l.order_id = k.id
        )
        SELECT channel, ROUND(SUM(amount), 2) AS revenue
        FROM amounts
        GROUP BY channel
      `,
      reasoning: 'First the orders that count, then the amount of each line, then the sum per channel.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    byYear: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price
                         * CASE WHEN l.discount_percent IS NULL THEN 1 ELSE 1 - l.discount_percent / 100.0 END), 2) AS revenue
        FROM order_line l
        JOIN sales_order o ON o.id = l.order_id
        WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.id = o.customer_id AND c.is_test)
        GROUP BY o.channel
      `,
      reasoning: 'Clause by clause: lines, their orders, the year, the status, no test accounts, then per channel.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    lastDay: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        WHERE o.ordered_at BETWEEN '2024-01-01' AND '2024-12-31'
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      reasoning: 'Orders between the first and the last day of 2024, by the formula of the evidence.',
      validity: 'valid',
      right: false,
      fails: {
        period: "BETWEEN … AND '2024-12-31' ends at the midnight that begins the last day: its orders are missing.",
      },
    },
    testAccounts: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)), 2) AS revenue
        FROM sales_order o
        JOIN order_line l ON l.order_id = o.id
        WHERE DATE_PART('year', o.ordered_at) = 2024
          AND o.status NOT IN ('cancelled', 'returned')
        GROUP BY o.channel
      `,
      reasoning: 'Orders and their lines suffice; the customer is not asked for.',
      validity: 'valid',
      right: false,
      fails: {
        'test-accounts':
          'Orders of test accounts, among them bulk orders of 25 copies, are counted: the directive leaves them out.',
      },
    },
    everyStatus: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100.0)), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        WHERE o.ordered_at >= DATE '2024-01-01'
          AND o.ordered_at < DATE '2025-01-01'
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      reasoning: 'All orders of 2024 without test accounts.',
      validity: 'valid',
      right: false,
      fails: { status: 'There is no condition on status: cancelled and returned orders are added to the revenue.' },
    },
    integerDivision: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount_percent, 0) / 100)), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        WHERE o.ordered_at >= DATE '2024-01-01'
          AND o.ordered_at < DATE '2025-01-01'
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      reasoning: 'The formula of the evidence, with a null discount as 0.',
      validity: 'valid',
      right: false,
      fails: {
        formula: 'discount_percent / 100 divides integers and is always 0, so that no discount is ever taken off.',
      },
    },
    nullDiscount: {
      sql: statement`
        SELECT o.channel,
               ROUND(SUM(l.quantity * l.unit_price * (1 - l.discount_percent / 100.0)), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        WHERE o.ordered_at >= DATE '2024-01-01'
          AND o.ordered_at < DATE '2025-01-01'
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      reasoning: 'Divide by 100.0, so that the discount is not cut off.',
      validity: 'valid',
      right: false,
      fails: {
        'no-discount':
          'Where discount_percent is null the whole product is null and SUM skips it: most lines are lost.',
      },
    },
    paymentSum: {
      sql: statement`
        SELECT o.channel, ROUND(SUM(p.amount), 2) AS revenue
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        JOIN payment p ON p.order_id = o.id
        WHERE o.ordered_at >= DATE '2024-01-01'
          AND o.ordered_at < DATE '2025-01-01'
          AND o.status NOT IN ('cancelled', 'returned')
          AND NOT c.is_test
        GROUP BY o.channel
      `,
      reasoning: 'What was paid is what was earned.',
      validity: 'valid',
      right: false,
      fails: {
        formula: 'It adds up payments, refunds among them, and not quantity times unit_price less discount.',
        'fan-out': 'Joining order_line and payment to the order repeats every payment for every line.',
      },
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['joined'], ['everyStatus', 'joined#1'], ['lastDay']],
      'divide-and-conquer': [
        ['inParts'],
        ['testAccounts'],
        ['integerDivision', 'nullDiscount', 'integerDivision', 'nullDiscount'],
      ],
      'step-by-step': [['byYear'], ['nullDiscount', 'inParts'], ['paymentSum', 'byYear']],
    },
  },
};
