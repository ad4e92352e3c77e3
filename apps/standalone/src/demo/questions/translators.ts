import { statement, type DemoScript } from './demo-script.js';

/** No SQL → escalation: at BASIC the model insists on columns that do not exist. */
export const translators: DemoScript = {
  id: 'translators',
  question: 'Which authors have translated books that somebody else wrote?',
  evidence: [],
  settings: { sqlCandidates: 9, testBatches: 3, candidateRetries: 2, stragglers: null },
  walks: 'no SQL→escalation',
  description:
    'At BASIC every candidate relies on columns and tables that do not exist, also after being told, or gives up: there ' +
    'is nothing to judge. At ADVANCED the role of a contributor is found in book_author.',
  tests: [
    {
      name: 'translator',
      moments: ['precompute', 'evaluation'],
      wordings: [
        "Only people with the role 'translator' in some book are returned.",
        "Everybody returned has translated a book, by book_author.role = 'translator'.",
      ],
      passes: "role = 'translator' is demanded.",
    },
    {
      name: 'somebody-else',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'A person whose only translations are of books that they wrote themselves is not returned.',
        'At least one of the translated books is by somebody else, that is, the person is not its author.',
        'Translating books of one’s own alone is not enough.',
      ],
      passes: 'A translated book counts only if the translator does not have the role of author in it.',
    },
    {
      name: 'mixed',
      moments: ['evaluation'],
      wordings: [
        'A person who translated own books and others’ is returned.',
        'One translated book by somebody else suffices, whatever else the person translated.',
      ],
      passes: 'The condition is about each translated book, and one that fits is enough.',
    },
    {
      name: 'namesakes',
      moments: ['evaluation'],
      wordings: [
        'Different people of the same name are each returned.',
        'People are told apart by their key, not by their name.',
      ],
      passes: 'One row per author, told apart by id.',
    },
    {
      name: 'once',
      moments: ['precompute', 'evaluation'],
      wordings: ['Nobody is returned twice for having translated several books.', 'Each person appears once.'],
      passes: 'EXISTS or IN gives one row per author.',
    },
    {
      name: 'names',
      moments: ['precompute'],
      wordings: ['The names of the authors are returned.', 'The result names the people.'],
      passes: 'author.name is returned.',
    },
  ],
  sqls: {
    translatorColumn: {
      sql: statement`
        SELECT DISTINCT a.name
        FROM author a
        JOIN book b ON b.translator_id = a.id
        WHERE b.author_id <> a.id
      `,
      reasoning: 'A book has an author and a translator; they have to differ.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
    translatorName: {
      sql: statement`
        SELECT DISTINCT a.name
        FROM author a
        JOIN book b ON b.translator = a.name
        WHERE b.author <> a.name
      `,
      reasoning: 'The translator may be stored by name.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
    translationTable: {
      sql: statement`
        SELECT DISTINCT a.name
        FROM translation t
        JOIN author a ON a.id = t.author_id
        JOIN book b ON b.id = t.book_id
      `,
      reasoning: 'Translations are kept in a table of their own.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
    translatorFlag: {
      sql: statement`
        SELECT DISTINCT a.name
        FROM author a
        JOIN book_author ba ON ba.author_id = a.id
        WHERE ba.is_translator
      `,
      reasoning: 'The link between books and people says who is a translator.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
    unclosed: {
      sql: statement`
        SELECT a.name
        FROM author a
        WHERE a.id IN (SELECT ba.author_id FROM book_author ba WHERE ba.type = 'translator'
      `,
      reasoning: 'The kind of contribution tells the translators.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
    refusal: {
      sql: '',
      reasoning: 'The schema has no table of translators.',
      validity: 'refusal',
      right: false,
      fails: {},
    },
    exists: {
      sql: statement`
        SELECT a.name
        FROM author a
        WHERE EXISTS (
          SELECT 1
          FROM book_author t
          WHERE t.author_id = a.id
            AND t.role = 'translator'
            AND NOT EXISTS (
              SELECT 1 FROM book_author w
              WHERE w.book_id = t.book_id AND w.author_id = a.id AND w.role = 'author'
            )
        )
      `,
      reasoning: 'book_author has the role; a translated book counts if the translator is not among its authors.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    difference: {
      sql: statement`
        WITH others AS (
          SELECT book_id, author_id FROM book_author WHERE role = 'translator'
          EXCEPT
          SELECT book_id, author_id FROM book_author WHERE role = 'author'
        )
        SELECT a.name
        FROM author a
        WHERE a.id IN (SELECT author_id FROM others)
      `,
      reasoning: 'All translations without those of books of one’s own; then the people.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    anyTranslation: {
      sql: statement`
        SELECT a.name
        FROM author a
        WHERE a.id IN (SELECT author_id FROM book_author WHERE role = 'translator')
      `,
      reasoning: 'Everybody with the role of translator.',
      validity: 'valid',
      right: false,
      fails: {
        'somebody-else': 'Nothing asks who wrote the book: those who translated only books of their own are returned.',
      },
    },
    someAuthor: {
      sql: statement`
        SELECT DISTINCT a.name
        FROM author a
        JOIN book_author t ON t.author_id = a.id AND t.role = 'translator'
        JOIN book_author w ON w.book_id = t.book_id AND w.role = 'author' AND w.author_id <> a.id
      `,
      reasoning: 'The book has an author who is not the translator.',
      validity: 'valid',
      right: false,
      fails: {
        'somebody-else': 'A book with two authors, one of whom is the translator, counts as somebody else’s.',
        namesakes: 'DISTINCT a.name merges different people of the same name.',
      },
    },
  },
  levels: {
    BASIC: {
      'query-plan': [
        ['translatorColumn', 'translatorName', 'translatorFlag'],
        ['translationTable', 'translatorColumn', 'translatorName'],
        ['translatorFlag', 'unclosed'],
      ],
      'divide-and-conquer': [
        ['translationTable', 'translatorFlag', 'translatorName'],
        ['translatorColumn', 'translationTable'],
        ['unclosed', 'translatorFlag', 'translationTable'],
      ],
      'step-by-step': [
        ['translatorName', 'translatorColumn', 'unclosed'],
        ['refusal'],
        ['translatorFlag', 'translatorName', 'translatorColumn'],
      ],
    },
    ADVANCED: {
      'query-plan': [['exists'], ['anyTranslation'], ['exists']],
      'divide-and-conquer': [['difference'], ['someAuthor'], ['translatorFlag', 'exists']],
      'step-by-step': [['exists'], ['difference'], ['anyTranslation']],
    },
  },
};
