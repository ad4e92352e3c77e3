import { statement, type DemoScript } from './demo-script.js';

/** D, then C → D, then right: three levels, with evidence. */
export const bestsellerByCountry: DemoScript = {
  id: 'bestseller-by-country',
  question: 'Which book sold the most copies in each country in 2024?',
  evidence: [
    'An order belongs to the country of its shipping address; an order picked up in the shop, which has none, to that of its billing address.',
    'Cancelled and returned orders are not sales.',
  ],
  settings: { sqlCandidates: 6, testBatches: 3, stragglers: null },
  walks: 'D→C→D→escalation',
  description:
    'At BASIC no SQL reaches 90 %. At ADVANCED one does, but the supervisor confirms that it drops tied books. At EXPERT, ' +
    'with every earlier failure in the prompt, ties are kept and the question is GOLD.',
  tests: [
    {
      name: 'country',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: [
        'The country of an order is that of its shipping address, or of its billing address where there is none.',
      ],
      passes: 'The country falls back from the shipping to the billing address.',
    },
    {
      name: 'status',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: ['Copies of cancelled and returned orders are not counted.'],
      passes: 'Orders of status cancelled or returned are left out.',
    },
    {
      name: 'ties',
      moments: ['evaluation'],
      wordings: [
        'If several books share the highest number in a country, all of them are returned.',
        'Ties within a country are kept.',
        'A country may have several rows where books are level.',
      ],
      passes: 'RANK keeps every book that shares the first place.',
    },
    {
      name: 'copies',
      moments: ['precompute', 'evaluation'],
      wordings: ['Copies are the sum of quantity, not the number of lines.', 'The quantity of each line is added up.'],
      passes: 'SUM(quantity).',
    },
    {
      name: 'period',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'All orders of 2024 count, those of 31 December included.',
        'The period is the whole of 2024 by ordered_at.',
      ],
      passes: 'The whole year by ordered_at.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Orders of test accounts are left out.', 'Bulk orders of customers with is_test = true do not count.'],
      passes: 'NOT is_test leaves them out.',
    },
    {
      name: 'every-country',
      moments: ['precompute'],
      wordings: [
        'Every country to which something was sold in 2024 is in the result.',
        'No country with sales is missing.',
      ],
      passes: 'Countries come from the orders themselves, and none is filtered away.',
    },
    {
      name: 'by-book',
      moments: ['evaluation'],
      wordings: [
        'Different books of the same title are not added together.',
        'Copies are counted per book and not per title.',
      ],
      passes: 'It groups by the key of the book.',
    },
    {
      name: 'fan-out',
      moments: ['evaluation'],
      wordings: ['No order line is counted more than once.', 'The joins do not multiply the lines.'],
      passes: 'All joins lead to at most one row per line.',
    },
    {
      name: 'columns',
      moments: ['precompute'],
      wordings: ['The result gives the country and the title of the book.', 'Country and book are returned.'],
      passes: 'Country and title are returned.',
    },
  ],
  sqls: {
    ranked: {
      sql: statement`
        WITH sold AS (
          SELECT COALESCE(s.country_code, i.country_code) AS country, l.book_id, SUM(l.quantity) AS copies
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          JOIN order_line l ON l.order_id = o.id
          JOIN address i ON i.id = o.billing_address_id
          LEFT JOIN address s ON s.id = o.shipping_address_id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status NOT IN ('cancelled', 'returned')
            AND NOT c.is_test
          GROUP BY 1, 2
        ),
        ranked AS (
          SELECT country, book_id, RANK() OVER (PARTITION BY country ORDER BY copies DESC) AS place
          FROM sold
        )
        SELECT r.country, b.title
        FROM ranked r
        JOIN book b ON b.id = r.book_id
        WHERE r.place = 1
        ORDER BY r.country, b.title
      `,
      alike: [
        statement`
          with sold as (
            select coalesce(s.country_code, i.country_code) as country, l.book_id, sum(l.quantity) as copies
            from sales_order o
            join customer c on c.id = o.customer_id
            join order_line l on l.order_id = o.id
            join address i on i.id = o.billing_address_id
            left join address s on s.id = o.shipping_address_id
            where o.ordered_at >= date '2024-01-01' and o.ordered_at < date '2025-01-01'
              and o.status not in ('cancelled', 'returned')
              and not c.is_test
            group by 1, 2
          ),
          ranked as (
            select country, book_id, rank() over (partition by country order by copies desc) as place
            from sold
          )
          select r.country, b.title from ranked r join book b on b.id = r.book_id
          where r.place = 1 order by r.country, b.title;
        `,
      ],
      reasoning:
        'The rejected SQLs lost ties, test accounts or the last day; RANK keeps ties, and everything is counted per ' +
        'country and book before it is ranked.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    numbered: {
      sql: statement`
        WITH sold AS (
          SELECT COALESCE(s.country_code, i.country_code) AS country, l.book_id, SUM(l.quantity) AS copies
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          JOIN order_line l ON l.order_id = o.id
          JOIN address i ON i.id = o.billing_address_id
          LEFT JOIN address s ON s.id = o.shipping_address_id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status NOT IN ('cancelled', 'returned')
            AND NOT c.is_test
          GROUP BY 1, 2
        ),
        numbered AS (
          SELECT country, book_id, ROW_NUMBER() OVER (PARTITION BY country ORDER BY copies DESC, book_id) AS place
          FROM sold
        )
        SELECT n.country, b.title
        FROM numbered n
        JOIN book b ON b.id = n.book_id
        WHERE n.place = 1
        ORDER BY n.country
      `,
      reasoning: 'Copies per country and book, numbered from the highest; the first of each country.',
      validity: 'valid',
      right: false,
      fails: {
        ties: 'ROW_NUMBER gives the first place to one book per country; books with as many copies are dropped.',
      },
      reviews: {
        ties: {
          verdict: 'KO',
          severity: 'blocking',
          reason:
            'In several countries two or more books share the highest number. Which of them is returned is decided by ' +
            'book_id, which says nothing about sales. The question asks for what sold the most, and that is all of them.',
        },
      },
    },
    distinctOn: {
      sql: statement`
        SELECT DISTINCT ON (COALESCE(s.country_code, i.country_code))
               COALESCE(s.country_code, i.country_code) AS country, b.title
        FROM sales_order o
        JOIN order_line l ON l.order_id = o.id
        JOIN book b ON b.id = l.book_id
        JOIN address i ON i.id = o.billing_address_id
        LEFT JOIN address s ON s.id = o.shipping_address_id
        WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
          AND o.status NOT IN ('cancelled', 'returned')
        GROUP BY 1, b.id, b.title
        ORDER BY COALESCE(s.country_code, i.country_code), SUM(l.quantity) DESC, b.title
      `,
      reasoning: 'One row per country: the book with the most copies.',
      validity: 'valid',
      right: false,
      fails: {
        ties: 'DISTINCT ON keeps a single row per country.',
        'test-accounts': 'Bulk orders of test accounts are counted, and put their books first.',
      },
    },
    byLines: {
      sql: statement`
        WITH sold AS (
          SELECT COALESCE(s.country_code, i.country_code) AS country, b.title, COUNT(*) AS copies
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          JOIN order_line l ON l.order_id = o.id
          JOIN book b ON b.id = l.book_id
          JOIN address i ON i.id = o.billing_address_id
          LEFT JOIN address s ON s.id = o.shipping_address_id
          WHERE EXTRACT(YEAR FROM o.ordered_at) = 2024
            AND o.status NOT IN ('cancelled', 'returned')
            AND NOT c.is_test
          GROUP BY 1, 2
        )
        SELECT country, title
        FROM sold
        WHERE (country, copies) IN (SELECT country, MAX(copies) FROM sold GROUP BY country)
      `,
      reasoning: 'How often each title was ordered in each country, and the highest of each.',
      validity: 'valid',
      right: false,
      fails: {
        copies: 'COUNT(*) counts lines: ten copies on one line count as one.',
        'by-book': 'Grouping by title adds up different books of the same title.',
      },
    },
    billingOnly: {
      sql: statement`
        WITH sold AS (
          SELECT i.country_code AS country, l.book_id, SUM(l.quantity) AS copies
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          JOIN order_line l ON l.order_id = o.id
          JOIN address i ON i.id = o.billing_address_id
          WHERE o.ordered_at >= DATE '2024-01-01' AND o.ordered_at < DATE '2025-01-01'
            AND o.status NOT IN ('cancelled', 'returned')
            AND NOT c.is_test
          GROUP BY 1, 2
        )
        SELECT DISTINCT ON (sold.country) sold.country, b.title
        FROM sold
        JOIN book b ON b.id = sold.book_id
        ORDER BY sold.country, sold.copies DESC, b.title
      `,
      reasoning: 'Sales by the country of the invoice.',
      validity: 'valid',
      right: false,
      fails: {
        country: 'The country is always that of the billing address, also where there is a shipping address.',
        ties: 'DISTINCT ON keeps a single row per country.',
      },
    },
    shippedOnly: {
      sql: statement`
        WITH sold AS (
          SELECT s.country_code AS country, l.book_id, SUM(l.quantity) AS copies
          FROM sales_order o
          JOIN customer c ON c.id = o.customer_id
          JOIN order_line l ON l.order_id = o.id
          JOIN address s ON s.id = o.shipping_address_id
          WHERE o.ordered_at BETWEEN '2024-01-01' AND '2024-12-31'
            AND NOT c.is_test
          GROUP BY 1, 2
        )
        SELECT sold.country, b.title
        FROM sold
        JOIN book b ON b.id = sold.book_id
        WHERE sold.copies = (SELECT MAX(other.copies) FROM sold other WHERE other.country = sold.country)
      `,
      reasoning: 'Sales by the country they were sent to.',
      validity: 'valid',
      right: false,
      fails: {
        country: 'The inner join to the shipping address drops every order that was picked up in the shop.',
        status: 'Cancelled and returned orders are counted.',
        period: "BETWEEN … AND '2024-12-31' leaves out the last day.",
      },
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['distinctOn'], ['shippedOnly', 'distinctOn'], ['byLines']],
      'divide-and-conquer': [['byLines'], ['distinctOn'], ['billingOnly', 'byLines']],
      'step-by-step': [['billingOnly', 'shippedOnly', 'distinctOn'], ['byLines'], ['distinctOn']],
    },
    ADVANCED: {
      'query-plan': [['numbered'], ['byLines'], ['numbered']],
      'divide-and-conquer': [['numbered'], ['numbered'], ['distinctOn']],
      'step-by-step': [['byLines'], ['numbered'], ['billingOnly', 'numbered']],
    },
    EXPERT: {
      'query-plan': [['ranked'], ['ranked#1'], ['numbered']],
      'divide-and-conquer': [['ranked#1'], ['ranked'], ['numbered']],
      'step-by-step': [['ranked'], ['numbered'], ['ranked#1']],
    },
  },
};
