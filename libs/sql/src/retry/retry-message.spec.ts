import { describe, expect, it } from '@jest/globals';
import { DIALECTS, ERROR_CATEGORIES, type DatabaseSchema, type Dialect, type StatementError } from '@assay/contracts';
import { dialectFacts } from '../dialects/sql-dialects.js';
import { tableOfText } from '../schema/fixtures/table-of-text.js';
import type { RetryFailure } from './retry-failure.js';
import { retryMessage } from './retry-message.js';

function schema(dialect: Dialect): DatabaseSchema {
  const tables = [
    tableOfText(null, 'customer', 'id', 'customer_id', 'full_name', 'birth_date'),
    tableOfText(null, 'orders', 'id', 'customer_id', 'total'),
  ];
  return { dialect, name: 'shop', tables };
}

function failure(overrides: Partial<RetryFailure> = {}): RetryFailure {
  const dialect = overrides.dialect ?? 'postgres';
  return {
    category: 'SCHEMA_ERROR',
    attempt: 1,
    dialect,
    question: 'Who bought most?',
    sql: 'SELECT c.custmer_id FROM customer c JOIN orders o ON o.customer_id = c.id',
    message: 'column c.custmer_id does not exist',
    error: null,
    failedChecks: [],
    passedChecks: 0,
    previous: [],
    repeated: false,
    schema: schema(dialect),
    ...overrides,
  };
}

function statementError(overrides: Partial<StatementError>): StatementError {
  return { category: 'SCHEMA_ERROR', code: null, message: '', position: null, hint: null, ...overrides };
}

const cells = DIALECTS.flatMap((dialect) =>
  ERROR_CATEGORIES.flatMap((category) => [1, 2, 3].map((attempt) => ({ dialect, category, attempt }))),
);

describe('retryMessage', () => {
  it.each(cells)(
    'says all that a model needs: $dialect, $category, attempt $attempt',
    ({ dialect, category, attempt }) => {
      const failedChecks = [{ name: 'names all buyers', error: 'two are missing', suggestion: 'leave out the filter' }];
      const reported = failure({ dialect, category, attempt, failedChecks, passedChecks: 3, message: 'it went wrong' });
      const text = retryMessage(reported);
      const facts = dialectFacts(dialect);
      expect(text).toContain(`${category} (attempt ${attempt}, ${facts.name})`);
      expect(text).toContain(reported.question);
      expect(text).toContain(reported.sql);
      expect(text).toContain('Error: it went wrong');
      expect(text).toContain('names all buyers: two are missing');
      expect(text).toContain('Mend it: leave out the filter');
      expect(text).toContain('Checks that passed: 3. Keep them so.');
      expect(text).toContain('Tables there are: customer, orders');
      expect(text).toMatch(new RegExp(`(?:Write|Correct) .*${facts.name} statement.*\\.$`));
    },
  );

  it.each(DIALECTS.flatMap((dialect) => ERROR_CATEGORIES.map((category) => ({ dialect, category }))))(
    'gives other and more explicit guidance with each attempt: $dialect, $category',
    ({ dialect, category }) => {
      const [first = '', second = '', third = '', fourth = ''] = [1, 2, 3, 4].map((attempt) =>
        retryMessage(failure({ dialect, category, attempt })).replace(`attempt ${attempt}`, 'attempt'),
      );
      expect(new Set([first, second, third]).size).toBe(3);
      expect(fourth).toBe(third);
      expect(third.length).toBeGreaterThan(first.length);
    },
  );

  it.each(DIALECTS.flatMap((dialect) => ERROR_CATEGORIES.map((category) => ({ dialect, category }))))(
    'speaks the dialect by the second attempt and shows it by the third: $dialect, $category',
    ({ dialect, category }) => {
      const facts = dialectFacts(dialect);
      const second = retryMessage(
        failure({ dialect, category, attempt: 2, schema: { ...schema(dialect), tables: [] } }),
      );
      const specifics = [facts.name, facts.identifierQuoting.rule, ...facts.pitfalls];
      const guidance = second
        .split('\n\n')
        .find((section) => /^[A-Z][a-z].*/.test(section) && specifics.some((text) => section.includes(text)));
      expect(guidance).toBeDefined();
      const third = retryMessage(failure({ dialect, category, attempt: 3 }));
      expect(third).toMatch(/Example|Start in/);
    },
  );

  it.each([
    ['postgres', 'column c.custmer_id does not exist', '42703'],
    ['postgres', 'column "custmer_id" does not exist', '42703'],
    ['mysql', "Unknown column 'c.custmer_id' in 'field list'", '1054'],
    ['mariadb', "Unknown column 'c.custmer_id' in 'SELECT'", '1054'],
    ['sqlite', 'no such column: c.custmer_id', 'SQLITE_ERROR'],
    ['sqlserver', "Invalid column name 'custmer_id'.", '207'],
    ['oracle', 'ORA-00904: "C"."CUSTMER_ID": invalid identifier', '904'],
    ['clickhouse', 'Unknown expression identifier `c.custmer_id` in scope SELECT c.custmer_id', '47'],
    ['clickhouse', "Identifier 'c.custmer_id' cannot be resolved from table with name customer.", '47'],
  ] as const)('suggests the nearest column on %s: %s', (dialect, message, code) => {
    const text = retryMessage(failure({ dialect, message, error: statementError({ code, message }) }));
    // Oracle would read the names in capitals.
    const name = dialect === 'oracle' ? '"customer"."customer_id"' : 'customer.customer_id';
    expect(text).toContain(`Error: ${message}; did you mean \`${name}\``);
  });

  it('quotes a name that would be folded without quotes', () => {
    const { tables, ...rest } = schema('postgres');
    const mixed = { ...rest, tables: tables.map((table) => ({ ...table, name: `${table.name} Of` })) };
    const text = retryMessage(failure({ schema: mixed, message: 'column "custmer_id" does not exist' }));
    expect(text).toContain('did you mean `"customer Of".customer_id`');
  });

  it.each([
    ['postgres', 'relation "custmer" does not exist'],
    ['mysql', "Table 'shop.custmer' doesn't exist"],
    ['sqlite', 'no such table: custmer'],
    ['sqlserver', "Invalid object name 'dbo.custmer'."],
  ] as const)('suggests the nearest table on %s', (dialect, message) => {
    const text = retryMessage(failure({ dialect, message, sql: 'SELECT * FROM custmer' }));
    expect(text).toContain('did you mean `customer`?');
  });

  it('names no schema where all tables are in the one that is looked in anyway', () => {
    const inSchemas = (...names: string[]): DatabaseSchema => {
      const { tables, ...rest } = schema('postgres');
      return { ...rest, tables: tables.map((table, index) => ({ ...table, schema: names[index] ?? 'public' })) };
    };
    expect(retryMessage(failure({ schema: inSchemas() }))).toContain('did you mean `customer.customer_id`');
    const apart = retryMessage(failure({ schema: inSchemas('crm', 'public') }));
    expect(apart).toContain('did you mean `crm.customer.customer_id`');
  });

  it('suggests nothing where nothing is near', () => {
    const text = retryMessage(failure({ message: 'column "zzzzqqq" does not exist' }));
    expect(text).not.toContain('did you mean');
  });

  it('looks for the column in the table of the alias', () => {
    const text = retryMessage(failure({ message: 'column o.custmer_id does not exist' }));
    expect(text).toContain('did you mean `orders.customer_id` or `customer.customer_id`');
  });

  it('lists the columns of the used tables from the second attempt on', () => {
    expect(retryMessage(failure({ attempt: 1 }))).not.toContain('Columns of the tables');
    expect(retryMessage(failure({ attempt: 2 }))).toContain('- customer: id, customer_id, full_name, birth_date');
  });

  it('shows the place and the hint of the database', () => {
    const error = statementError({ code: '42703', position: 8, hint: 'Perhaps you meant …' });
    const text = retryMessage(failure({ error }));
    expect(text).toContain('(at character 8: "c.custmer_id FROM customer c J")');
    expect(text).toContain("The database's hint: Perhaps you meant …");
  });

  it('knows a join that SQLite refuses by its text', () => {
    const message = 'cannot join using column city - column not present in both tables';
    const error = statementError({ category: 'EXECUTION_ERROR', code: 'SQLITE_ERROR', message });
    const text = retryMessage(failure({ dialect: 'sqlite', category: 'EXECUTION_ERROR', attempt: 3, message, error }));
    expect(text).toContain('The join is not one');
    expect(text).toContain('LEFT JOIN orders o ON o.customer_id = c.id');
  });

  it('says to a model that it sent the same SQL again', () => {
    expect(retryMessage(failure({ repeated: true }))).toContain('This is the same SQL as before.');
    expect(retryMessage(failure())).not.toContain('same SQL as before');
  });

  it('repeats the last five earlier attempts, each in short', () => {
    const previous = Array.from({ length: 7 }, (_, index) => ({
      attempt: index + 1,
      category: 'SYNTAX_ERROR' as const,
      message: `fault ${index + 1} ${'x'.repeat(1000)}`,
      sql: 'SELECT',
    }));
    const text = retryMessage(failure({ attempt: 8, previous }));
    expect(text).not.toContain('fault 2 ');
    for (const kept of [3, 4, 5, 6, 7]) expect(text).toContain(`attempt ${kept}, SYNTAX_ERROR: fault ${kept} `);
    expect(text.length).toBeLessThan(4000);
  });

  it.each(DIALECTS)('suggests LIKE and OR for an empty result, and nothing irrelevant: %s', (dialect) => {
    const text = retryMessage(failure({ dialect, category: 'EMPTY_RESULT', attempt: 2 }));
    expect(text).toMatch(/LIKE with % finds it where = does not/);
    expect(text).toMatch(/OR \(or IN\) between them, not AND/);
    expect(text).toContain(dialectFacts(dialect).textComparison.rule);
    expect(text).not.toMatch(/double quotes|COALESCE|NVL|ISNULL/);
  });

  it.each([
    ['postgres', 'syntax error at or near "TOP"', '42601', 'LIMIT n OFFSET m stands last'],
    ['sqlserver', "Incorrect syntax near 'LIMIT'.", '102', 'there is no LIMIT'],
    ['oracle', 'ORA-00933: SQL command not properly ended near "LIMIT"', '933', 'there is no LIMIT'],
    ['mysql', "You have an error in your SQL syntax near 'NULLS LAST' at line 1", '1064', 'sort by x IS NULL'],
    ['sqlite', 'near "ILIKE": syntax error', 'SQLITE_ERROR', 'LIKE ignores the case'],
  ] as const)(
    'points at the rule that the error is about, by the second attempt: %s, %s',
    (dialect, message, code, rule) => {
      const error = statementError({ category: 'SYNTAX_ERROR', code, message });
      const reported = { dialect, category: 'SYNTAX_ERROR', message, error, attempt: 2 } as const;
      const [, pointed = ''] = /What the error points at:\n([^]*?)\nWhat /.exec(retryMessage(failure(reported))) ?? [];
      expect(pointed).toContain(rule);
      expect(pointed.split('\n').length).toBeLessThanOrEqual(2);
    },
  );

  it('finds what the error is about at its place in the statement', () => {
    const sql = 'SELECT name FROM customer ORDER BY name LIMIT 5, 10';
    const error = statementError({ category: 'SYNTAX_ERROR', code: '42601', position: sql.indexOf('5,') + 1 });
    const message = 'LIMIT #,# syntax is not supported';
    const text = retryMessage(failure({ category: 'SYNTAX_ERROR', attempt: 2, sql, message, error }));
    expect(text).toContain('What the error points at:\n- LIMIT n OFFSET m stands last.');
  });

  it.each(DIALECTS)('speaks of quoting and limits with the first syntax error: %s', (dialect) => {
    const text = retryMessage(failure({ dialect, category: 'SYNTAX_ERROR', message: 'it is wrong' }));
    const { identifierQuoting, limit } = dialectFacts(dialect);
    for (const { rule } of [identifierQuoting, limit]) expect(text).toContain(rule);
  });

  it.each([
    ['join', 'postgres', '0A000', 'The join is not one'],
    ['join', 'mysql', '1120', 'The join is not one'],
    ['join', 'sqlserver', '1016', 'The join is not one'],
    ['join', 'oracle', 'ORA-01417', 'The join is not one'],
    ['group by', 'postgres', '42803', 'must be in GROUP BY'],
    ['types', 'postgres', '22P02', 'cast explicitly'],
    ['division', 'sqlserver', '8134', 'NULLIF(divisor, 0)'],
    ['single value', 'mysql', '1242', 'aggregate it, or use IN'],
    ['function', 'postgres', '42883', 'does not exist for these arguments'],
    ['timeout', 'mariadb', '1969', 'took too long'],
    ['group by', 'oracle', 'ORA-00979', 'must be in GROUP BY'],
  ] as const)(
    'chooses the advice on %s by the code, whatever language the message is in',
    (_topic, dialect, code, advice) => {
      const stated = code === '0A000' ? 'FULL JOIN is only supported with …' : 'qualcosa è andato storto';
      const error = statementError({ category: 'EXECUTION_ERROR', code, message: stated });
      expect(retryMessage(failure({ dialect, category: 'EXECUTION_ERROR', message: error.message, error }))).toContain(
        advice,
      );
    },
  );
});
