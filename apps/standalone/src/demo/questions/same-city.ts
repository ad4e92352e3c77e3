import { statement, type DemoScript } from './demo-script.js';

/** A with evidence: text typed by hand, nulls on both sides, the direction of a recommendation. */
export const sameCity: DemoScript = {
  id: 'same-city',
  question: 'Which customers were recommended by somebody who lives in the same city?',
  evidence: [
    'Cities were typed by hand: two entries are the same city if they differ in nothing but case and spaces around them.',
  ],
  settings: { sqlCandidates: 9, testBatches: 3, stragglers: null },
  walks: 'A',
  description:
    'A comparison by = misses most pairs, since cities are spelt in many ways; the evidence-critical test sends such ' +
    'SQLs back. IS NOT DISTINCT FROM takes two unknown cities for the same one.',
  tests: [
    {
      name: 'spelling',
      moments: ['precompute', 'evaluation'],
      evidenceCritical: true,
      wordings: ['Cities are compared without regard to case and to spaces around them.'],
      passes: 'Both cities are trimmed and brought to one case before they are compared.',
    },
    {
      name: 'unknown',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Where a city is not known (null) the pair does not count as living in the same city.',
        'Two customers without a city do not match.',
      ],
      passes: 'The comparison by = is not true where a city is null.',
    },
    {
      name: 'direction',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Those who were recommended are returned, not those who recommended them.',
        'The result lists the customers whose referred_by points to the other.',
      ],
      passes: 'The customer returned is the one whose referred_by is followed.',
    },
    {
      name: 'test-accounts',
      moments: ['precompute', 'evaluation'],
      wordings: [
        'Test accounts are left out on both sides.',
        'A recommendation by a test account does not count, and no test account is returned.',
      ],
      passes: 'NOT is_test is demanded of both.',
    },
    {
      name: 'names',
      moments: ['precompute'],
      wordings: ['The names of the customers are returned.', 'The result names each customer.'],
      passes: 'full_name is returned.',
    },
    {
      name: 'one-row-each',
      moments: ['evaluation'],
      wordings: [
        'Each such customer has one row, namesakes included.',
        'Different customers of the same name each have their row.',
      ],
      passes: 'One row per customer, and no DISTINCT on names.',
    },
  ],
  sqls: {
    right: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN customer r ON r.id = c.referred_by
        WHERE LOWER(TRIM(c.city)) = LOWER(TRIM(r.city))
          AND NOT c.is_test
          AND NOT r.is_test
      `,
      alike: [
        statement`
          -- c was recommended by r
          select c.full_name
          from customer c join customer r on r.id = c.referred_by
          where lower(trim(c.city)) = lower(trim(r.city)) and not c.is_test and not r.is_test;
        `,
        'SELECT c.full_name FROM customer c JOIN customer r ON r.id = c.referred_by WHERE LOWER(TRIM(c.city)) = LOWER(TRIM(r.city)) AND NOT c.is_test AND NOT r.is_test',
      ],
      reasoning:
        'Each customer with the one who recommended them; cities compared as the evidence says; no test accounts.',
      validity: 'valid',
      right: true,
      fails: {},
    },
    plain: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN customer r ON r.id = c.referred_by
        WHERE c.city = r.city
          AND NOT c.is_test
          AND NOT r.is_test
      `,
      reasoning: 'Join the customer to the one who recommended them and compare the cities.',
      validity: 'valid',
      right: false,
      fails: { spelling: "c.city = r.city compares the texts as typed: 'Milano' and 'milano ' are different for it." },
    },
    nullsMatch: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN customer r ON r.id = c.referred_by
        WHERE LOWER(TRIM(c.city)) IS NOT DISTINCT FROM LOWER(TRIM(r.city))
          AND NOT c.is_test
          AND NOT r.is_test
      `,
      reasoning: 'A comparison that is safe for nulls.',
      validity: 'valid',
      right: false,
      fails: { unknown: 'IS NOT DISTINCT FROM is true for two nulls: customers without a city match each other.' },
    },
    withTests: {
      sql: statement`
        SELECT c.full_name
        FROM customer c
        JOIN customer r ON r.id = c.referred_by
        WHERE UPPER(TRIM(c.city)) = UPPER(TRIM(r.city))
          AND NOT c.is_test
      `,
      reasoning: 'Cities in capitals and without spaces; no test account in the result.',
      validity: 'valid',
      right: false,
      fails: { 'test-accounts': 'Recommendations by test accounts count, since only c is checked.' },
    },
    reversed: {
      sql: statement`
        SELECT DISTINCT r.full_name
        FROM customer c
        JOIN customer r ON r.id = c.referred_by
        WHERE LOWER(TRIM(c.city)) = LOWER(TRIM(r.city))
          AND NOT c.is_test
          AND NOT r.is_test
      `,
      reasoning: 'Who recommended somebody in the same city.',
      validity: 'valid',
      right: false,
      fails: {
        direction: 'r, the one who recommended, is returned instead of c.',
        'one-row-each': 'DISTINCT on the name merges namesakes.',
      },
    },
    unknownColumn: {
      sql: statement`
        SELECT c.name
        FROM customer c
        JOIN customer r ON r.id = c.referrer_id
        WHERE LOWER(TRIM(c.city)) = LOWER(TRIM(r.city))
      `,
      reasoning: 'The customer and the referrer, by city.',
      validity: 'invalid',
      right: false,
      fails: {},
    },
  },
  levels: {
    BASIC: {
      'query-plan': [['right'], ['plain', 'right#1'], ['nullsMatch']],
      'divide-and-conquer': [['plain', 'right'], ['withTests'], ['right#2']],
      'step-by-step': [['unknownColumn', 'right#1'], ['plain', 'nullsMatch'], ['reversed']],
    },
  },
};
