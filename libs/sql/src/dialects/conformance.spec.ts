import { describe, expect, it } from '@jest/globals';
import { DIALECTS, urlExample, type Dialect, type ErrorCategory } from '@assay/contracts';
import { readFileSync } from 'node:fs';
import { canonicalSql } from '../canonical/canonical.js';
import { sqlComplexity } from '../canonical/complexity.js';
import { guardSql } from '../guard/guard.js';
import { tokenize } from '../lexer/lexer.js';
import { quoteIdentifier, quoteName } from '../retry/quote-name.js';
import type { DialectIdiom } from './dialect-facts.js';
import { firstRows, sqlDialect } from './sql-dialects.js';

/** Required behaviours of a dialect; statements are in `libs/sql/fixtures`. */
interface Statement {
  dialect: Dialect;
  sql: string;
  rule?: string;
}

const fixture = (name: string): Statement[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8')) as Statement[];
const benign = fixture('benign-statements');
const hostile = fixture('hostile-statements');

/** Rules that each dialect's hostile statements must break. */
const RULES = ['not-a-read', 'writing-cte', 'several-statements', 'into', 'function', 'system-catalog'];

/** Valid in all dialects. */
const READS = [
  'select c.name, count(*) as orders from customers c left join orders o on o.customer_id = c.id group by c.name',
  'select name from customers where id in (select customer_id from orders) and not exists (select 1 from bans)',
  'with big as (select customer_id, sum(total) as spent from orders group by customer_id) select * from big',
  "select case when total > 10 then 'much' else 'little' end as kind from orders union all select 'none' from customers",
  'select id, row_number() over (partition by customer_id order by total desc) as place from orders',
  'select coalesce(city, upper(name)), round(avg(total), 2) from customers, orders group by city, name order by 2',
];

/** Refused in all dialects. */
const WRITES = [
  'insert into customers (id) values (1)',
  'update customers set id = 1',
  'delete from customers',
  'drop table customers',
  'create table t (id int)',
  'select 1 from customers; delete from customers',
  'select no_such_function_of_any_engine(1) from customers',
];

const categories = (dialect: Dialect): ErrorCategory[] =>
  (sqlDialect(dialect).errors.categoriesByText ?? []).map(([, category]) => category);

describe.each(DIALECTS)('the dialect %s', (dialect) => {
  const { facts, names, errors } = sqlDialect(dialect);

  it('has a url that people can be shown', () => {
    expect(urlExample(dialect)).toMatch(/^[a-z]+:\/\/\S+$/);
  });

  describe('facts', () => {
    const { name: _name, pitfalls, ...idioms } = facts;

    it.each<[string, DialectIdiom]>(Object.entries(idioms))(
      'has an example of %s that is a plain read',
      async (_, { rule, example }) => {
        expect(rule).not.toBe('');
        expect(await guardSql(example, dialect)).toMatchObject({ allowed: true });
      },
    );

    it('names six pitfalls or more', () => {
      expect(pitfalls.length).toBeGreaterThan(5);
    });
  });

  describe('names', () => {
    it('quotes any name as one token', () => {
      const [, close] = names.quotes;
      for (const name of ['plain', 'with blank', `with ${close} quote`]) {
        const quoted = quoteIdentifier(name, dialect);
        const { tokens, problem } = tokenize(quoted, dialect);
        expect({ problem, tokens: tokens.map(({ kind, text }) => ({ kind, text })) }).toEqual({
          problem: null,
          tokens: [{ kind: 'quoted', text: quoted }],
        });
      }
    });

    it('reads a quoted table under its name', async () => {
      const table = quoteName({ schema: null, name: 'customer list' }, dialect);
      expect(await guardSql(`select 1 from ${table}`, dialect)).toMatchObject({ tables: ['customer list'] });
    });
  });

  it('reads the first rows of a table', async () => {
    const sql = firstRows(dialect, 'id', 'customers', 7);
    expect(sql).toContain('7');
    expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true, tables: ['customers'] });
  });

  describe('the guard', () => {
    it.each(READS)('allows %s', async (sql) => {
      expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true });
    });

    it.each(WRITES)('refuses %s', async (sql) => {
      expect(await guardSql(sql, dialect)).toMatchObject({ allowed: false });
    });

    it('has twenty benign statements of its own, or more', () => {
      expect(benign.filter((statement) => statement.dialect === dialect).length).toBeGreaterThan(19);
    });

    it('has forty hostile statements of its own, or more', () => {
      expect(hostile.filter((statement) => statement.dialect === dialect).length).toBeGreaterThan(39);
    });

    it.each(RULES)('has a hostile statement that breaks the rule %s', (rule) => {
      const broken = hostile.filter((statement) => statement.dialect === dialect && statement.rule === rule);
      expect(broken).not.toEqual([]);
    });
  });

  describe('comparison', () => {
    const hash = async (sql: string): Promise<string> => (await canonicalSql(sql, dialect)).hash;
    const plain = "select c.name from customers c where c.city = 'Rome'";

    it('finds statements equal that differ in layout, case of keywords and aliases', async () => {
      expect(await hash("SELECT  x.name\nFROM customers x -- all\nWHERE x.city = 'Rome'")).toBe(await hash(plain));
    });

    it('finds statements different that differ in a literal', async () => {
      expect(await hash(plain.replace('Rome', 'rome'))).not.toBe(await hash(plain));
    });

    it('weighs a join with a condition more than a plain select', async () => {
      const [one, two] = await Promise.all([
        sqlComplexity('select name from customers', dialect),
        sqlComplexity(READS[0] ?? '', dialect),
      ]);
      expect(two).toBeGreaterThan(one);
    });
  });

  describe('errors', () => {
    it('recognizes wrong names and wrong syntax by code, or else by text', () => {
      const byText = categories(dialect);
      expect(errors.schema !== null || byText.includes('SCHEMA_ERROR')).toBe(true);
      expect(errors.syntax !== null || byText.includes('SYNTAX_ERROR')).toBe(true);
    });

    it('has codes for the topics of advice, unless its codes are generic', () => {
      if (errors.categoriesByText !== null) return;
      const topics = ['column', 'table', 'ambiguous', 'function', 'group-by', 'types', 'division', 'single-value'];
      expect(Object.keys(errors.topics)).toEqual(expect.arrayContaining(topics));
    });

    it.each(['table', 'column'])('finds the wrong name of a %s in a message', (kind) => {
      expect(errors.wrongNames.filter(([, named]) => named === kind)).not.toEqual([]);
    });

    it.each(['types', 'function'] as const)('has an example of its own for %s', (topic) => {
      expect(errors.examples[topic]).not.toBe('');
    });

    it('words its codes for models that may see no values', () => {
      expect(errors.meanings.size).toBeGreaterThan(0);
    });

    it('knows messages that name no values, or codes of errors before any row is read', () => {
      expect(errors.parsing !== null || errors.harmless.length > 0).toBe(true);
      const holes = errors.harmless.flatMap((message) => message.match(/\{[a-z]+\}/g) ?? []);
      const known = ['{name}', '{fragment}', '{clause}', '{line}', '{types}', '{limit}'];
      expect(known).toEqual(expect.arrayContaining([...new Set(holes)]));
    });
  });
});
