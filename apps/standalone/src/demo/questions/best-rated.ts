import { statement, type DemoScript } from './demo-script.js';

/** A: one right SQL, written several times; the others cut ties, count what has no stars, or lose anonymous readers. */
export const bestRated: DemoScript = {
  id: 'best-rated',
  question: 'Which book has the best average rating, among the books with at least ten ratings?',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3 },
  walks: 'A',
  description:
    'Two books share the best average, so that LIMIT 1 drops one. Reviews without stars and anonymous reviews set ' +
    'further traps. Only one SQL passes all tests; two of its copies differ in case and comments alone.',
  tests: [
    {
      name: 'ties',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'If several books share the best average, all of them are returned.',
        'Ties for the first place are kept.',
        'No book with the highest average is left out.',
      ],
      passes: 'Every book whose average equals the maximum is returned.',
    },
    {
      name: 'at-least-ten',
      moments: ['precompute', 'evaluation'],
      wordings: ['Books with exactly ten ratings take part.', 'The lower bound is ten ratings, ten included.'],
      passes: 'The bound is >= 10.',
    },
    {
      name: 'minimum',
      moments: ['precompute'],
      wordings: ['Books with fewer than ten ratings are left out.', 'No book with nine ratings or less is considered.'],
      passes: 'HAVING removes books with fewer ratings.',
    },
    {
      name: 'no-stars',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Reviews without stars (rating is null) do not count as ratings.',
        'The ten ratings are counted without those reviews whose rating is null.',
      ],
      passes: 'COUNT(rating) skips reviews without stars.',
    },
    {
      name: 'anonymous',
      moments: ['evaluation'],
      wordings: [
        'Ratings by anonymous readers (customer_id is null) count.',
        'Reviews without a customer are included.',
      ],
      passes: 'The outer join to customer keeps anonymous reviews.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: ['Ratings by test accounts do not count.', 'Reviews whose customer has is_test = true are left out.'],
      passes: 'is_test IS NOT TRUE leaves the reviews of test accounts out.',
    },
    {
      name: 'title',
      moments: ['precompute'],
      wordings: ['The result names the book by its title.', 'The title of the best rated book is returned.'],
      passes: 'It returns the title.',
    },
    {
      name: 'per-book',
      moments: ['evaluation'],
      wordings: [
        'Averages are taken per book and not per title, which several editions may share.',
        'Ratings of different books with the same title are not mixed.',
      ],
      passes: 'It groups by the key of the book.',
    },
  ],
  sqls: {
    right: {
      sql: statement`
        WITH rated AS (
          SELECT r.book_id, AVG(r.rating) AS average
          FROM review r
          LEFT JOIN customer c ON c.id = r.customer_id
          WHERE c.is_test IS NOT TRUE
          GROUP BY r.book_id
          HAVING COUNT(r.rating) >= 10
        )
        SELECT b.title
        FROM rated
        JOIN book b ON b.id = rated.book_id
        WHERE rated.average = (SELECT MAX(average) FROM rated)
      `,
      alike: [
        statement`
          with rated as (
            select r.book_id, avg(r.rating) as average
            from review r
            left join customer c on c.id = r.customer_id
            where c.is_test is not true
            group by r.book_id
            having count(r.rating) >= 10
          )
          select b.title from rated join book b on b.id = rated.book_id
          where rated.average = (select max(average) from rated);
        `,
        statement`
          -- averages of the books with ten ratings or more
          WITH rated AS (
            SELECT r.book_id, AVG(r.rating) AS average
            FROM review r
            LEFT JOIN customer c ON c.id = r.customer_id /* anonymous reviews have none */
            WHERE c.is_test IS NOT TRUE
            GROUP BY r.book_id
            HAVING COUNT(r.rating) >= 10
          )
          -- all that share the best one
          SELECT b.title
          FROM rated
          JOIN book b ON b.id = rated.book_id
          WHERE rated.average = (SELECT MAX(average) FROM rated)
        `,
      ],
      reasoning:
        'Average and number of stars per book, without test accounts but with anonymous readers; then every book at the maximum.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    limitOne: {
      sql: statement`
        SELECT b.title
        FROM review r
        JOIN book b ON b.id = r.book_id
        LEFT JOIN customer c ON c.id = r.customer_id
        WHERE c.is_test IS NOT TRUE
        GROUP BY b.id, b.title
        HAVING COUNT(r.rating) >= 10
        ORDER BY AVG(r.rating) DESC
        LIMIT 1
      `,
      alike: [
        'SELECT b.title FROM review r JOIN book b ON b.id = r.book_id LEFT JOIN customer c ON c.id = r.customer_id WHERE c.is_test IS NOT TRUE GROUP BY b.id, b.title HAVING COUNT(r.rating) >= 10 ORDER BY AVG(r.rating) DESC LIMIT 1',
      ],
      reasoning: 'Order the books by their average and take the first.',
      validity: 'valid',
      right: false,
      fails: {
        ties: 'LIMIT 1 returns one of the two books that share the best average, and which of them is left to chance.',
      },
    },
    countAll: {
      sql: statement`
        WITH rated AS (
          SELECT r.book_id, AVG(r.rating) AS average, COUNT(*) AS ratings
          FROM review r
          GROUP BY r.book_id
        )
        SELECT b.title
        FROM rated
        JOIN book b ON b.id = rated.book_id
        WHERE rated.ratings >= 10
        ORDER BY rated.average DESC NULLS LAST
        FETCH FIRST 1 ROW WITH TIES
      `,
      reasoning: 'Averages and counts per book, then the best with ties.',
      validity: 'valid',
      right: false,
      fails: {
        minimum: 'A book with nine ratings and four reviews without stars passes COUNT(*) >= 10.',
        'no-stars': 'COUNT(*) counts reviews whose rating is null.',
        'test-accounts': 'Reviews by test accounts are included.',
      },
    },
    innerCustomer: {
      sql: statement`
        WITH rated AS (
          SELECT r.book_id, AVG(r.rating) AS average
          FROM review r
          JOIN customer c ON c.id = r.customer_id
          WHERE NOT c.is_test
          GROUP BY r.book_id
          HAVING COUNT(r.rating) >= 10
        )
        SELECT b.title
        FROM rated
        JOIN book b ON b.id = rated.book_id
        WHERE rated.average = (SELECT MAX(average) FROM rated)
      `,
      reasoning: 'Join the customers to leave test accounts out.',
      validity: 'valid',
      right: false,
      fails: {
        anonymous: 'The inner join to customer drops every anonymous review.',
        ties: 'One of the two best books falls below ten ratings once its anonymous ones are dropped, and is lost.',
      },
    },
    moreThanTen: {
      sql: statement`
        SELECT b.title
        FROM review r
        JOIN book b ON b.id = r.book_id
        LEFT JOIN customer c ON c.id = r.customer_id
        WHERE c.is_test IS NOT TRUE
        GROUP BY b.id, b.title
        HAVING COUNT(r.rating) > 10
        ORDER BY AVG(r.rating) DESC
        FETCH FIRST 1 ROW WITH TIES
      `,
      reasoning: 'At least ten ratings, best average first, ties kept.',
      validity: 'valid',
      right: false,
      fails: { 'at-least-ten': 'HAVING COUNT(r.rating) > 10 shuts out the book that has exactly ten.' },
    },
    unknownColumn: {
      sql: statement`
        SELECT b.title
        FROM review r
        JOIN book b ON b.id = r.book_id
        GROUP BY b.id, b.title
        HAVING COUNT(r.stars) >= 10
        ORDER BY AVG(r.stars) DESC
        LIMIT 1
      `,
      reasoning: 'Stars per book, the best first.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['right'], ['limitOne'], ['right#1']],
      'divide-and-conquer': [['limitOne#1'], ['countAll'], ['right#2']],
      'step-by-step': [['unknownColumn', 'right#1'], ['innerCustomer'], ['moreThanTen']],
    },
  },
};
