import { statement, type DemoScript } from './demo-script.js';

/** C → A: the right SQL fails one mistaken test and is cleared by the supervisor; two others fail a true one. */
export const availableByCategory: DemoScript = {
  id: 'available-by-category',
  question: 'How many books of each category can still be ordered? Include the categories without any.',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3 },
  walks: 'C→A',
  description:
    'One of the tests demands an order that nobody asked for, so that no SQL passes all tests. Three reach 90 %; the ' +
    'supervisor looks at each again, clears the right one and rejects the two whose faults are real.',
  tests: [
    {
      name: 'all-categories',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Every category of the table category has a row in the result, also one to which no book belongs.',
        'Categories without any book are in the result.',
        'No category is missing from the result, not even an empty one.',
      ],
      passes: 'The query starts from category and joins the books by an outer join, so that no category is lost.',
    },
    {
      name: 'zero',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'A category without orderable books is shown with the number 0.',
        'Where nothing can be ordered the count is zero, neither null nor one.',
      ],
      passes: 'The count runs over a column of book, which is null for a category without a match, so that it is 0.',
    },
    {
      name: 'discontinued',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Discontinued books are not counted.',
        'Only books that are not discontinued count as orderable.',
        'A book with discontinued = true does not add to any count.',
      ],
      passes: 'Discontinued books are kept out of the count by the condition on discontinued.',
    },
    {
      name: 'only-discontinued',
      moments: ['evaluation'],
      wordings: [
        'Categories all of whose books are discontinued are in the result.',
        'A category that holds nothing but discontinued books still has a row.',
      ],
      passes: 'The condition on discontinued is part of the join, so that such categories keep their row.',
    },
    {
      name: 'once',
      moments: ['precompute'],
      wordings: ['Each category appears exactly once.', 'There is one row per category, and no category has two.'],
      passes: 'The rows are grouped by the key of category.',
    },
    {
      name: 'columns',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'The result has two columns: the name of the category and the number of books.',
        'Exactly the category and its count are returned.',
      ],
      passes: 'It returns the name and the count, and nothing else.',
    },
    {
      name: 'uncategorised',
      moments: ['precompute'],
      wordings: [
        'Books without a category make no row of their own.',
        'There is no row for books whose category_id is null.',
      ],
      passes: 'Rows come from category alone, so that books without one form no row.',
    },
    {
      name: 'own-category',
      moments: ['evaluation'],
      wordings: [
        'A book is counted in its own category only, not in the sections above it as well.',
        'Counts are not rolled up to parent categories.',
      ],
      passes: 'Books are joined by their own category_id, and parent_id is not used.',
    },
    {
      name: 'fan-out',
      moments: ['evaluation'],
      wordings: [
        'A book with several contributors or orders is counted once.',
        'No join multiplies the books that are counted.',
      ],
      passes: 'Only category and book are joined, so that nothing multiplies the books.',
    },
    {
      name: 'editions',
      moments: ['evaluation'],
      wordings: [
        'Different books that bear the same title are counted separately.',
        'Books are counted by their key and not by their title.',
      ],
      passes: 'Books are counted by row and not by title.',
    },
    {
      name: 'sorted',
      moments: ['evaluation'],
      wordings: ['The result is sorted by the name of the category.', 'Categories come in alphabetical order.'],
      passes: 'ORDER BY the name of the category.',
    },
  ],
  sqls: {
    right: {
      sql: statement`
        SELECT c.name, COUNT(b.id) AS books
        FROM category c
        LEFT JOIN book b ON b.category_id = c.id AND NOT b.discontinued
        GROUP BY c.id, c.name
      `,
      alike: [
        statement`
          select c.name, count(b.id) as books
          from category c
            left join book b on b.category_id = c.id and not b.discontinued
          group by c.id, c.name;
        `,
        statement`
          -- every category, with or without books
          SELECT c.name, COUNT(b.id) AS books FROM category c
          LEFT JOIN book b ON b.category_id = c.id AND NOT b.discontinued /* only what can be ordered */
          GROUP BY c.id, c.name
        `,
      ],
      reasoning:
        'One row per category, empty ones included, so category is the outer side; the condition on discontinued must ' +
        'be part of the join, and COUNT must look at a column of book.',
      validity: 'valid',
      right: true,
      fails: { sorted: 'There is no ORDER BY, so that the categories come in any order.' },
      reviews: {
        sorted: {
          verdict: 'OK',
          severity: 'none',
          reason:
            'It is true that there is no ORDER BY, but the question asks for no order, and neither do directives or ' +
            'gold SQLs. The test demands what nobody asked for; rows and counts are right.',
        },
      },
    },
    countStar: {
      sql: statement`
        SELECT c.name, COUNT(*) AS books
        FROM category c
        LEFT JOIN book b ON b.category_id = c.id AND NOT b.discontinued
        GROUP BY c.id, c.name
        ORDER BY c.name
      `,
      reasoning: 'A left join keeps the empty categories; then the rows of each category are counted.',
      validity: 'valid',
      right: false,
      fails: { zero: 'COUNT(*) counts the row that the outer join fills with nulls: empty categories get 1, not 0.' },
      reviews: {
        zero: {
          verdict: 'KO',
          severity: 'blocking',
          reason:
            'Looked at again: Braille, which has no book at all, is returned with 1. The question asks for these ' +
            'categories by name, so that the answer is plainly wrong for them.',
        },
      },
    },
    distinctTitle: {
      sql: statement`
        SELECT c.name, COUNT(DISTINCT b.title) AS books
        FROM category c
        LEFT JOIN book b ON b.category_id = c.id AND NOT b.discontinued
        GROUP BY c.id, c.name
        ORDER BY c.name
      `,
      reasoning: 'Outer join from category, and distinct titles so that no book counts twice.',
      validity: 'valid',
      right: false,
      fails: {
        editions: 'COUNT(DISTINCT b.title) merges different books of the same title, so that counts are too low.',
      },
      reviews: {
        editions: {
          verdict: 'KO',
          severity: 'blocking',
          reason:
            'The comment on book says that several editions may share a title, and each of them can be ordered. The ' +
            'question counts books; merging them makes several categories too small.',
        },
      },
    },
    whereFilter: {
      sql: statement`
        SELECT c.name, COUNT(b.id) AS books
        FROM category c
        LEFT JOIN book b ON b.category_id = c.id
        WHERE b.discontinued = FALSE
        GROUP BY c.id, c.name
        ORDER BY c.name
      `,
      alike: [
        'SELECT c.name, COUNT(b.id) AS books FROM category c LEFT JOIN book b ON b.category_id = c.id WHERE b.discontinued = FALSE GROUP BY c.id, c.name ORDER BY c.name',
      ],
      reasoning: 'Left join to keep all categories, then only what is not discontinued.',
      validity: 'valid',
      right: false,
      fails: {
        'all-categories':
          'WHERE b.discontinued = FALSE drops the rows without a book, so that the outer join is in vain.',
        zero: 'No category is ever shown with 0: those without orderable books are dropped by WHERE.',
        'only-discontinued': 'Almanacs and Travel maps, all of whose books are discontinued, vanish from the result.',
      },
    },
    innerJoin: {
      sql: statement`
        SELECT c.name, COUNT(*) AS books
        FROM book b
        JOIN category c ON c.id = b.category_id
        WHERE NOT b.discontinued
        GROUP BY c.name
      `,
      reasoning: 'Books that are not discontinued, grouped by the category they belong to.',
      validity: 'valid',
      right: false,
      fails: {
        'all-categories': 'The inner join starts from book: categories without a book are not in the result.',
        zero: 'Categories without orderable books are missing instead of being shown with 0.',
        'only-discontinued': 'Categories with discontinued books only are missing.',
        sorted: 'There is no ORDER BY.',
      },
    },
    unknownColumn: {
      sql: statement`
        SELECT c.name, COUNT(b.id) AS books
        FROM category c
        LEFT JOIN book b ON b.category = c.id AND b.available
        GROUP BY c.id, c.name
      `,
      reasoning: 'Available books per category, by an outer join.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['right'], ['whereFilter'], ['countStar']],
      'divide-and-conquer': [['right#1'], ['innerJoin'], ['distinctTitle']],
      'step-by-step': [['right#2'], ['whereFilter#1'], ['unknownColumn', 'countStar']],
    },
  },
};
