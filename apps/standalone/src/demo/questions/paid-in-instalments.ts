import { statement, type DemoScript } from './demo-script.js';

/** C → D → escalation: what reaches 90 % has a real fault; one level up the faults are avoided. */
export const paidInInstalments: DemoScript = {
  id: 'paid-in-instalments',
  question:
    'What percentage of the orders of 2024, cancelled ones left aside, was paid in more than one instalment? Give it with one decimal.',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3, stragglers: null },
  walks: 'C→D→escalation',
  description:
    'At BASIC every SQL has a fault; two reach 90 %, and the supervisor confirms what is wrong with them. At ADVANCED ' +
    'the prompts list the rejected SQLs with the reasons, and the fault is avoided by all but one, which repeats it.',
  tests: [
    {
      name: 'refunds',
      moments: ['precompute', 'evaluation'],
      wordings: [
        "Refunds are no instalments: only payments of kind 'charge' are counted.",
        'An order with one charge and one refund was paid in one instalment.',
        'A refund does not make an order count as paid in several instalments.',
      ],
      passes: "Only payments of kind 'charge' are counted per order.",
    },
    {
      name: 'period',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'All orders placed in 2024 count, those of 31 December included.',
        'The period is the whole calendar year 2024 by ordered_at, with its last day.',
      ],
      passes: 'The period runs from 1 January 2024 to before 1 January 2025 by ordered_at.',
    },
    {
      name: 'cancelled',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Cancelled orders are neither in the numerator nor in the denominator.',
        'Cancelled orders are left out of both numbers of the ratio.',
      ],
      passes: "status <> 'cancelled' applies to all orders that are looked at.",
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Orders of test accounts are left out.', 'Customers with is_test = true do not take part.'],
      passes: 'NOT is_test leaves them out.',
    },
    {
      name: 'base',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'The denominator is the number of all orders of the year that were not cancelled.',
        'The percentage is taken of all orders that were not cancelled, whatever their status.',
      ],
      passes: 'The denominator counts every order of the year that was not cancelled.',
    },
    {
      name: 'once',
      moments: ['evaluation'],
      wordings: ['Each order counts once, however many payments it has.', 'No order is counted several times.'],
      passes: 'Payments are counted per order before orders are counted.',
    },
    {
      name: 'percent',
      moments: ['precompute'],
      wordings: ['The result is a percentage from 0 to 100 and not a fraction.', 'The ratio is multiplied by 100.'],
      passes: 'The ratio is multiplied by 100.',
    },
    {
      name: 'decimal',
      moments: ['precompute', 'evaluation'],
      wordings: ['The percentage is rounded to one decimal.', 'The result has one decimal.'],
      passes: 'ROUND(…, 1).',
    },
    {
      name: 'division',
      moments: ['evaluation'],
      wordings: ['The division keeps its fraction.', 'The ratio is not cut off by a division of integers.'],
      passes: '100.0 makes the division one of decimals.',
    },
    {
      name: 'one-number',
      moments: ['precompute'],
      wordings: ['The result is one row with one column.', 'A single number is returned.'],
      passes: 'One aggregate without GROUP BY: one row, one column.',
    },
    {
      name: 'more-than-one',
      moments: ['evaluation'],
      wordings: [
        'Orders with two instalments or more count in the numerator.',
        'An order with exactly two charges counts.',
      ],
      passes: 'The condition is more than one.',
    },
  ],
  sqls: {
    right: {
      sql: statement`
        WITH instalments AS (
          SELECT o.id, COUNT(p.id) FILTER (WHERE p.kind = 'charge') AS charges
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          LEFT JOIN payment p ON p.order_id = o.id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status <> 'cancelled'
            AND NOT c.is_test
          GROUP BY o.id
        )
        SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE charges > 1) / COUNT(*), 1) AS percentage
        FROM instalments
      `,
      alike: [
        statement`
          with instalments as (
            select o.id, count(p.id) filter (where p.kind = 'charge') as charges
            from sales_order o
            join customer c on c.id = o.customer_id
            left join payment p on p.order_id = o.id
            where o.ordered_at >= date '2024-01-01' and o.ordered_at < date '2025-01-01'
              and o.status <> 'cancelled'
              and not c.is_test
            group by o.id
          )
          select round(100.0 * count(*) filter (where charges > 1) / count(*), 1) as percentage from instalments;
        `,
      ],
      reasoning:
        'Charges per order first, refunds aside, as the rejected SQLs did not; then the share of orders with more than one.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    correlated: {
      sql: statement`
        SELECT ROUND(
                 100.0 * SUM(CASE WHEN (SELECT COUNT(*) FROM payment p
                                        WHERE p.order_id = o.id AND p.kind = 'charge') > 1 THEN 1 ELSE 0 END)
                 / COUNT(*), 1) AS percentage
        FROM sales_order o
        WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024
          AND o.status <> 'cancelled'
          AND o.customer_id NOT IN (SELECT id FROM customer WHERE is_test)
      `,
      reasoning: 'Each order is looked at once; a subquery counts its charges, and refunds do not count.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    withRefunds: {
      sql: statement`
        WITH instalments AS (
          SELECT o.id, COUNT(p.id) AS payments
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          LEFT JOIN payment p ON p.order_id = o.id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status <> 'cancelled'
            AND NOT c.is_test
          GROUP BY o.id
        )
        SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE payments > 1) / COUNT(*), 1) AS percentage
        FROM instalments
      `,
      alike: [
        "with instalments as ( select o.id, count(p.id) as payments from sales_order o join customer c on c.id = o.customer_id left join payment p on p.order_id = o.id where o.ordered_at >= date '2024-01-01' and o.ordered_at < date '2025-01-01' and o.status <> 'cancelled' and not c.is_test group by o.id ) select round(100.0 * count(*) filter (where payments > 1) / count(*), 1) as percentage from instalments",
      ],
      reasoning: 'Payments per order, then the share of orders with more than one.',
      validity: 'valid',
      right: false,
      fails: {
        refunds:
          'COUNT(p.id) counts refunds as well: an order with one charge and one refund counts as paid in two instalments.',
      },
      reviews: {
        refunds: {
          verdict: 'KO',
          severity: 'blocking',
          reason:
            'The comment on payment tells charge and refund apart, and says that an order in instalments has one charge ' +
            'for each. Every returned order has a refund, so that the percentage comes out much too high.',
        },
      },
    },
    deliveredOnly: {
      sql: statement`
        WITH instalments AS (
          SELECT o.id, COUNT(p.id) FILTER (WHERE p.kind = 'charge') AS charges
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          LEFT JOIN payment p ON p.order_id = o.id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status = 'delivered'
            AND NOT c.is_test
          GROUP BY o.id
        )
        SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE charges > 1) / COUNT(*), 1) AS percentage
        FROM instalments
      `,
      reasoning: 'Charges per order that was carried out, then the share with more than one.',
      validity: 'valid',
      right: false,
      fails: { base: "status = 'delivered' leaves out orders that are paid, shipped or returned, from both numbers." },
      reviews: {
        base: {
          verdict: 'KO',
          severity: 'blocking',
          reason:
            'The question leaves only cancelled orders aside. Orders on their way and returned ones belong to the base, ' +
            'and leaving them out changes the percentage.',
        },
      },
    },
    deliveredFraction: {
      sql: statement`
        SELECT AVG(CASE WHEN paid.payments > 1 THEN 1 ELSE 0 END) AS share
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN (SELECT order_id, COUNT(*) AS payments FROM payment GROUP BY order_id) paid ON paid.order_id = o.id
        WHERE DATE_PART('year', o.ordered_at) = 2024
          AND o.status = 'delivered'
          AND NOT c.is_test
      `,
      reasoning: 'The average of a yes or no over the delivered orders.',
      validity: 'valid',
      right: false,
      fails: {
        refunds: 'COUNT(*) over payment includes refunds.',
        base: "status = 'delivered' leaves out orders that are paid, shipped or returned.",
        percent: 'The result is a fraction below 1 and not a percentage.',
        decimal: 'Nothing is rounded.',
      },
    },
    wholePercent: {
      sql: statement`
        SELECT 100 * COUNT(*) FILTER (WHERE p.payments > 1) / COUNT(*) AS percentage
        FROM sales_order o
        JOIN (SELECT order_id, COUNT(*) AS payments FROM payment GROUP BY order_id) p ON p.order_id = o.id
        WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024
          AND o.status <> 'cancelled'
      `,
      reasoning: 'Payments per order, then the percentage.',
      validity: 'valid',
      right: false,
      fails: {
        refunds: 'COUNT(*) over payment includes refunds.',
        'test-accounts': 'Nothing leaves the test accounts out.',
        decimal: 'The percentage has no decimal.',
        division: '100 * COUNT(*) / COUNT(*) divides integers: the fraction is cut off.',
      },
    },
    fannedOut: {
      sql: statement`
        SELECT ROUND(100.0 * COUNT(p2.id) / COUNT(p1.id), 1) AS percentage
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN payment p1 ON p1.order_id = o.id
        LEFT JOIN payment p2 ON p2.order_id = o.id AND p2.id > p1.id
        WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024
          AND o.status <> 'cancelled'
          AND NOT c.is_test
      `,
      reasoning: 'An order has a second instalment if there is a later payment for it.',
      validity: 'valid',
      right: false,
      fails: {
        refunds: 'A refund is a later payment, too.',
        once: 'The self-join repeats an order once for each pair of its payments.',
        base: 'COUNT(p1.id) counts payments and not orders.',
      },
    },
    unknownColumn: {
      sql: statement`
        SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE o.instalments > 1) / COUNT(*), 1) AS percentage
        FROM sales_order o
        WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024 AND o.status <> 'cancelled'
      `,
      reasoning: 'The number of instalments is on the order.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['withRefunds'], ['wholePercent'], ['deliveredFraction']],
      'divide-and-conquer': [['deliveredOnly'], ['withRefunds#1'], ['fannedOut']],
      'step-by-step': [['unknownColumn', 'withRefunds'], ['deliveredFraction'], ['wholePercent']],
    },
    ADVANCED: {
      'query-plan': [['right'], ['correlated'], ['right#1']],
      'divide-and-conquer': [['right'], ['correlated'], ['withRefunds']],
      'step-by-step': [['correlated'], ['right#1'], ['unknownColumn', 'right']],
    },
  },
};
