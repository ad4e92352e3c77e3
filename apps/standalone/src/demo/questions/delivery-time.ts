import { statement, type DemoScript } from './demo-script.js';

const NO_DELIVERY = 'No column says when an order arrived, and the SQL takes another date for it';

/** FAILED: the database does not know what is asked for, and at every level the SQLs make something up. */
export const deliveryTime: DemoScript = {
  id: 'delivery-time',
  question: 'How many days does a delivery take on average, by country?',
  evidence: [],
  settings: { sqlCandidates: 3, testBatches: 2 },
  walks: 'FAILED',
  description:
    'The shop does not record when an order arrives. At every level plausible SQLs measure something else, from the ' +
    'payment or from the first review, and all are rejected: after EXPERT the question has FAILED, with every reason.',
  tests: [
    {
      name: 'arrival',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'The time is measured up to the arrival of the order, and not up to another event.',
        'The end of each interval is the day on which the order was delivered.',
        'Neither payments nor reviews are taken for the delivery.',
      ],
      passes: 'The interval ends with the delivery.',
    },
    {
      name: 'start',
      moments: ['precompute'],
      wordings: ['The time is measured from ordered_at.', 'Each interval begins when the order was placed.'],
      passes: 'The interval starts at ordered_at.',
    },
    {
      name: 'delivered-only',
      moments: ['precompute', 'evaluation'],
      wordings: ['Only orders that were delivered count.', 'Orders that never arrived are left out.'],
      passes: "status = 'delivered' is demanded.",
    },
    {
      name: 'shipping-country',
      moments: ['evaluation'],
      wordings: [
        'The country is that of the shipping address.',
        'Orders belong to the country they were sent to, neither the customer’s nor that of the invoice.',
      ],
      passes: 'The country is taken from the shipping address.',
    },
    {
      name: 'per-order',
      moments: ['evaluation'],
      wordings: ['Each order adds one interval to the average.', 'No order weighs more for having several rows.'],
      passes: 'One interval per order.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Orders of test accounts are left out.', 'Customers with is_test = true do not take part.'],
      passes: 'NOT is_test leaves them out.',
    },
  ],
  sqls: {
    untilPayment: {
      sql: statement`
        SELECT a.country_code, ROUND(AVG(EXTRACT(EPOCH FROM p.paid_at - o.ordered_at) / 86400), 1) AS days
        FROM sales_order o
        JOIN payment p ON p.order_id = o.id
        JOIN address a ON a.id = o.shipping_address_id
        WHERE o.status = 'delivered'
        GROUP BY a.country_code
      `,
      reasoning: 'The payment closes the order, so that it stands for the delivery.',
      validity: 'valid',
      right: false,
      fails: {
        arrival: `${NO_DELIVERY}: payment.paid_at.`,
        'per-order': 'An order paid in instalments adds one interval for each of them.',
        'test-accounts': 'Nothing leaves the test accounts out.',
      },
    },
    untilReview: {
      sql: statement`
        SELECT c.country_code, ROUND(AVG(r.written_on - o.ordered_at::date), 1) AS days
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN order_line l ON l.order_id = o.id
        JOIN review r ON r.book_id = l.book_id AND r.customer_id = o.customer_id
        WHERE NOT c.is_test
        GROUP BY c.country_code
      `,
      reasoning: 'Whoever reviews a book has received it.',
      validity: 'valid',
      right: false,
      fails: {
        arrival: `${NO_DELIVERY}: the day of a review.`,
        'delivered-only': 'There is no condition on status.',
        'shipping-country': 'The country is that of the customer.',
        'per-order': 'Each review of each line adds an interval.',
      },
    },
    sinceJoining: {
      sql: statement`
        SELECT c.country_code, AVG(o.ordered_at::date - c.joined_on) AS days
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        WHERE o.status IN ('shipped', 'delivered')
        GROUP BY c.country_code
      `,
      reasoning: 'The only other date of an order is that of its customer.',
      validity: 'valid',
      right: false,
      fails: {
        arrival: `${NO_DELIVERY}; it even ends with the order itself.`,
        start: 'It measures from the day on which the customer joined.',
        'delivered-only': 'Shipped orders count as well.',
        'shipping-country': 'The country is that of the customer.',
        'test-accounts': 'Nothing leaves the test accounts out.',
      },
    },
    untilLastPayment: {
      sql: statement`
        SELECT a.country_code,
               ROUND(AVG(EXTRACT(EPOCH FROM last.paid_at - o.ordered_at) / 86400), 1) AS days
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN address a ON a.id = o.shipping_address_id
        JOIN (SELECT order_id, MAX(paid_at) AS paid_at FROM payment WHERE kind = 'charge' GROUP BY order_id) last
          ON last.order_id = o.id
        WHERE o.status = 'delivered' AND NOT c.is_test
        GROUP BY a.country_code
      `,
      reasoning: 'The last charge per order, to count each order once, as the earlier attempts did not.',
      validity: 'valid',
      right: false,
      fails: { arrival: `${NO_DELIVERY}: the last payment.` },
    },
    untilFirstReview: {
      sql: statement`
        SELECT a.country_code, ROUND(AVG(first.written_on - o.ordered_at::date), 1) AS days
        FROM sales_order o
        JOIN customer c ON c.id = o.customer_id
        JOIN address a ON a.id = o.shipping_address_id
        JOIN LATERAL (
          SELECT MIN(r.written_on) AS written_on
          FROM order_line l
          JOIN review r ON r.book_id = l.book_id AND r.customer_id = o.customer_id
          WHERE l.order_id = o.id AND r.written_on >= o.ordered_at::date
        ) first ON first.written_on IS NOT NULL
        WHERE o.status = 'delivered' AND NOT c.is_test
        GROUP BY a.country_code
      `,
      reasoning: 'The first review after the order is the nearest thing to its arrival.',
      validity: 'valid',
      right: false,
      fails: { arrival: `${NO_DELIVERY}: the first review.` },
    },
    refusal: {
      sql: '',
      reasoning: 'Orders have a status and the time of ordering; no column says when an order arrived.',
      validity: 'refusal',
      right: false,
      fails: {},
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['untilPayment'], ['untilPayment'], ['untilReview']],
      'divide-and-conquer': [['untilReview'], ['untilReview'], ['sinceJoining']],
      'step-by-step': [['sinceJoining'], ['untilPayment'], ['untilReview']],
    },
    ADVANCED: {
      'query-plan': [['untilLastPayment'], ['untilPayment'], ['untilFirstReview']],
      'divide-and-conquer': [['untilFirstReview'], ['untilLastPayment'], ['untilReview']],
      'step-by-step': [['untilPayment'], ['untilFirstReview'], ['untilLastPayment']],
    },
    EXPERT: {
      'query-plan': [['refusal'], ['untilLastPayment'], ['untilFirstReview']],
      'divide-and-conquer': [['refusal'], ['untilLastPayment'], ['untilFirstReview']],
      'step-by-step': [['refusal'], ['untilFirstReview'], ['untilLastPayment']],
    },
  },
};
