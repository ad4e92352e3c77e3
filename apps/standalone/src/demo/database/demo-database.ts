export const DEMO_DATABASE = {
  name: 'bookshop',
  description: 'An online bookshop: catalogue, customers, orders, payments and reviews from 2023 to mid 2025.',
  directives:
    'Leave out test accounts (customer.is_test) and whatever they did, unless the question asks about them. ' +
    'All money is in euros.',
  /** Empty: evidence would make generation wait for tests. */
  evidence: [] as readonly string[],
  goldSqls: [
    {
      question: 'How many customers have joined in 2024?',
      sql: "SELECT COUNT(*) FROM customer WHERE joined_on >= DATE '2024-01-01' AND joined_on < DATE '2025-01-01' AND NOT is_test",
      evidence: null,
    },
    {
      question: 'Which ten books have been ordered most often?',
      sql:
        'SELECT b.id, b.title, SUM(l.quantity) AS copies\n' +
        'FROM order_line l\n' +
        'JOIN sales_order o ON o.id = l.order_id\n' +
        'JOIN customer c ON c.id = o.customer_id\n' +
        'JOIN book b ON b.id = l.book_id\n' +
        "WHERE o.status <> 'cancelled' AND NOT c.is_test\n" +
        'GROUP BY b.id, b.title\n' +
        'ORDER BY copies DESC, b.id\n' +
        'LIMIT 10',
      evidence: 'Cancelled orders do not count as ordered.',
    },
  ],
} as const;
