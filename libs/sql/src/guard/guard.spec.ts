import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DIALECTS, type Dialect } from '@assay/contracts';
import type { DatabaseCatalog } from './database-catalog.js';
import { guardSql } from './guard.js';
import { GUARD_RULES, categoryOfRefusal } from './guard-rules.js';

interface Statement {
  dialect: Dialect;
  sql: string;
}

function fixture<Item extends Statement>(name: string): Item[] {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8')) as Item[];
}

const EMPTY_CATALOG: DatabaseCatalog = {
  version: null,
  columnStamps: new Map(),
  relations: [],
  functions: [],
  operators: [],
  casts: [],
  types: [],
  orderings: [],
  builtInNames: new Set(),
};

const hostile = fixture<Statement & { rule: string }>('hostile-statements');
const probes = fixture<Statement & { rule: string }>('hostile-probes');
const benign = fixture<Statement>('benign-statements');

describe('guardSql', () => {
  it.each(hostile)('refuses on $dialect: $sql', async ({ dialect, sql, rule }) => {
    const outcome = await guardSql(sql, dialect);
    expect(outcome).toMatchObject({ allowed: false, rule });
    expect(Object.keys(GUARD_RULES)).toContain(rule);
  });

  it('refuses every probe: functions, sources, statements and disguises of each dialect', async () => {
    expect(probes.length).toBeGreaterThan(300);
    for (const { dialect, sql, rule } of probes) {
      expect({ sql, ...(await guardSql(sql, dialect)) }).toMatchObject({ sql, allowed: false, rule });
    }
  });

  it('is held to 300 attacks and 200 statements of analysts on ClickHouse', () => {
    const count = (statements: Statement[]): number =>
      new Set(statements.filter(({ dialect }) => dialect === 'clickhouse').map(({ sql }) => sql)).size;
    expect(count([...hostile, ...probes])).toBeGreaterThanOrEqual(300);
    expect(count(benign)).toBeGreaterThanOrEqual(200);
  });

  it.each(benign)('allows on $dialect: $sql', async ({ dialect, sql }) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true });
  });

  it.each(benign)(
    'returns a text that can be wrapped and guarded again, on $dialect: $sql',
    async ({ dialect, sql }) => {
      const outcome = await guardSql(sql, dialect);
      if (!outcome.allowed) throw new Error(outcome.message);
      expect(outcome.sql).not.toMatch(/;\s*$/);
      expect(await guardSql(outcome.sql, dialect)).toEqual(outcome);
      if (/^\s*(?:table|with|values)\b/i.test(outcome.sql)) return;
      expect(await guardSql(`SELECT * FROM (${outcome.sql}\n) wrapped`, dialect)).toMatchObject({ allowed: true });
    },
  );

  it.each(DIALECTS)('covers %s on both sides', (dialect) => {
    expect(hostile.filter((statement) => statement.dialect === dialect).length).toBeGreaterThan(20);
    expect(benign.filter((statement) => statement.dialect === dialect).length).toBeGreaterThan(15);
  });
});

describe('what the guard returns', () => {
  it('blanks comments and drops final semicolons, keeping every other character in its place', async () => {
    const outcome = await guardSql("SELECT 1 /* one */, 'a--b;' -- two\n ;; ", 'postgres');
    expect(outcome).toMatchObject({ allowed: true, sql: "SELECT 1          , 'a--b;'" });
  });

  it.each(DIALECTS.filter((dialect) => dialect !== 'oracle'))(
    'names tables without common table expressions on %s',
    async (dialect) => {
      const sql = 'WITH c AS (SELECT * FROM a) SELECT * FROM c JOIN s.b ON 1 = 1, (SELECT * FROM d) x';
      expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true, tables: ['a', 's.b', 'd'] });
    },
  );

  it('names a table that a common table expression hides only elsewhere', async () => {
    const sql = 'WITH t AS (SELECT * FROM t) SELECT * FROM t';
    expect(await guardSql(sql, 'postgres')).toMatchObject({ tables: ['t'] });
  });

  it.each([
    ['postgres', "SELECT 'è', pg_sleep(1)"],
    ['mysql', "SELECT 'è', sleep(1)"],
    ['sqlite', "SELECT '😀', load_extension('x')"],
  ] as const)('points at what it refuses on %s', async (dialect, sql) => {
    const outcome = await guardSql(sql, dialect);
    const position = outcome.allowed ? undefined : outcome.position;
    expect(sql.slice((position ?? 0) - 1)).toMatch(/^(?:pg_sleep|sleep|load_extension)/);
  });

  it.each([
    ['postgres', "SELECT 'é' FROM t WHERE )"],
    ['sqlite', "SELECT '😀' FROM t WHERE , 1"],
  ] as const)('points at a syntax error on %s', async (dialect, sql) => {
    const outcome = await guardSql(sql, dialect);
    expect(outcome).toMatchObject({ allowed: false, rule: 'syntax' });
    expect((outcome as { position: number }).position).toBeGreaterThan(sql.indexOf('WHERE'));
  });
});

describe('what a workspace may allow', () => {
  it.each(['postgres', 'mysql', 'sqlserver'] as const)(
    'lets its own functions through on %s, and only those',
    async (dialect) => {
      const options = { allowFunctions: ['sales.net_price'] };
      expect(await guardSql('SELECT sales.net_price(1)', dialect, options)).toMatchObject({ allowed: true });
      expect(await guardSql('SELECT sales.other(1)', dialect, options)).toMatchObject({ rule: 'function' });
      expect(await guardSql('SELECT evil.net_price(1)', dialect, options)).toMatchObject({ rule: 'function' });
    },
  );

  it('never lifts a built-in function with side effects', async () => {
    const options = { allowFunctions: ['pg_sleep', 'pg_read_file', 'dblink', 'lo_import'], allowSystemCatalogs: true };
    for (const call of ['pg_sleep(1)', "pg_read_file('x')", "dblink('x', 'y')", "lo_import('x')"]) {
      expect(await guardSql(`SELECT ${call}`, 'postgres', options)).toMatchObject({ rule: 'function' });
    }
  });

  it.each([
    ['postgres', "SELECT relname FROM pg_class WHERE oid = 'a'::regclass"],
    ['mysql', 'SELECT table_name FROM information_schema.tables'],
    ['sqlite', 'SELECT name FROM sqlite_schema'],
    ['sqlserver', 'SELECT name FROM sys.objects'],
    ['oracle', 'SELECT table_name FROM user_tables'],
  ] as const)('opens the system catalogs on %s', async (dialect, sql) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ rule: 'system-catalog' });
    expect(await guardSql(sql, dialect, { allowSystemCatalogs: true })).toMatchObject({ allowed: true });
  });

  it('refuses functions of the schema in attribute notation', async () => {
    const wipe = { schema: 'public', name: 'wipe', fewest: 1, most: 1, outNames: [], returns: 25, extension: null };
    const options = { catalog: { ...EMPTY_CATALOG, functions: [wipe] } };
    expect(await guardSql('SELECT t.wipe FROM t', 'postgres', options)).toMatchObject({ rule: 'function' });
    expect(await guardSql('SELECT (t.a).wipe FROM t', 'postgres', options)).toMatchObject({ rule: 'function' });
    expect(await guardSql('SELECT t.wiped FROM t', 'postgres', options)).toMatchObject({ allowed: true });
    const allowing = { ...options, allowFunctions: ['wipe'] };
    expect(await guardSql('SELECT wipe(t.a) FROM t', 'postgres', allowing)).toMatchObject({ allowed: true });
    expect(await guardSql('SELECT (t.a).wipe FROM t', 'postgres', allowing)).toMatchObject({
      rule: 'function',
      message: expect.stringContaining('write wipe(…)'),
    });
  });
});

describe('conversions to types', () => {
  it.each([
    ['sqlserver', 'SELECT CAST(x AS dbo.clr_type) FROM t'],
    ['sqlserver', 'SELECT TRY_CAST(x AS clr_type) FROM t'],
    ['sqlserver', 'SELECT CONVERT(dbo.clr_type, x) FROM t'],
    ['oracle', 'SELECT CAST(x AS shop.money_type) FROM t'],
  ] as const)('of the database itself are refused on %s: %s', async (dialect, sql) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ rule: 'function' });
  });

  it.each([
    ['sqlserver', 'SELECT CAST(x AS varchar(max)), CONVERT(datetime2(3), x), TRY_CAST(x AS uniqueidentifier) FROM t'],
    ['sqlserver', 'SELECT CAST(x AS nvarchar(40)), CAST(x AS money), CAST(x AS hierarchyid) FROM t'],
    ['oracle', 'SELECT CAST(x AS VARCHAR2(20)), CAST(x AS NUMBER(10, 2)), CAST(x AS TIMESTAMP WITH TIME ZONE) FROM t'],
  ] as const)('that are built in are allowed on %s: %s', async (dialect, sql) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true });
  });
});

describe('texts that are made to hurt', () => {
  const shapes: [string, (size: number) => string][] = [
    ['parentheses', (size) => `SELECT ${'('.repeat(size)}1${')'.repeat(size)}`],
    ['open parentheses', (size) => `SELECT ${'('.repeat(size)}`],
    ['subqueries', (size) => `SELECT * FROM ${'(SELECT * FROM '.repeat(size)}t${') x'.repeat(size)}`],
    ['negations', (size) => `SELECT ${'NOT '.repeat(size)}a FROM t`],
    ['signs', (size) => `SELECT ${'- '.repeat(size)}a FROM t`],
    ['sums', (size) => `SELECT ${Array(size).fill('1').join('+')}`],
    ['disjunctions', (size) => `SELECT 1 FROM t WHERE ${Array(size).fill('a=1').join(' OR ')}`],
    ['unions', (size) => Array(size).fill('SELECT 1').join(' UNION ALL ')],
    ['joins', (size) => `SELECT 1 FROM t ${'JOIN t USING (id) '.repeat(size)}`],
    ['cases', (size) => `SELECT ${'CASE WHEN a THEN '.repeat(size)}1${' END'.repeat(size)} FROM t`],
    ['calls', (size) => `SELECT ${'abs('.repeat(size)}1${')'.repeat(size)}`],
    ['casts', (size) => `SELECT 1${'::int'.repeat(size)}`],
    ['comments', (size) => `SELECT 1 ${'/*'.repeat(size)}`],
    ['line comments', (size) => `SELECT 1 ${'-- x\n'.repeat(size)}`],
    ['quotes', (size) => `SELECT ${"'".repeat(size)}`],
    ['dollars', (size) => `SELECT ${'$a$'.repeat(size)}`],
    ['semicolons', (size) => `SELECT 1${';'.repeat(size)}`],
    ['commas', (size) => `SELECT ${'1,'.repeat(size)}1`],
    ['dots', (size) => `SELECT a${'.b'.repeat(size)}`],
    ['words', (size) => 'SELECT '.repeat(size)],
    ['emoji', (size) => `SELECT ${'😀'.repeat(size)}`],
  ];

  it.each(DIALECTS)('are judged in bounded time on %s, and the next statement is judged as ever', async (dialect) => {
    for (const [name, shape] of shapes) {
      for (const size of [300, 9000]) {
        const before = process.cpuUsage();
        const outcome = await guardSql(shape(size), dialect);
        const { user, system } = process.cpuUsage(before);
        expect({ name, size, defined: typeof outcome.allowed }).toEqual({ name, size, defined: 'boolean' });
        // CPU bound that only endless or quadratic parsing exceeds.
        expect({ name, size, slow: user + system > 10_000_000 }).toEqual({ name, size, slow: false });
        expect(await guardSql('SELECT a FROM t', dialect)).toMatchObject({ allowed: true });
      }
    }
  });

  it('are refused above one megabyte without being read', async () => {
    const outcome = await guardSql(`SELECT '${'x'.repeat(1_000_001)}'`, 'sqlite');
    expect(outcome).toMatchObject({ allowed: false, rule: 'too-long' });
  });

  it.each(DIALECTS)('a text of just under a megabyte is read on %s', async (dialect) => {
    const from = dialect === 'oracle' ? ' FROM dual' : '';
    expect(await guardSql(`SELECT '${'x'.repeat(999_900)}'${from}`, dialect)).toMatchObject({ allowed: true });
  });
});

describe('categoryOfRefusal', () => {
  it('calls what cannot be read a syntax error, and everything else a failed validation', () => {
    expect(categoryOfRefusal('syntax')).toBe('SYNTAX_ERROR');
    expect(categoryOfRefusal('unterminated')).toBe('SYNTAX_ERROR');
    expect(categoryOfRefusal('function')).toBe('VALIDATION_FAILED');
  });
});
