import { canonicalSql } from '@assay/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findWitness,
  NOTHING_DECLARED,
  runSuite,
  type AskedOutcome,
  type InstanceEngine,
  type SuiteOutcome,
} from '@assay/behaviour';
import type { DatabaseProfile, DatabaseSchema, Dialect, TableProfile, TableSchema } from '@assay/contracts';
import { DuckdbInstanceEngine } from '../duckdb/duckdb-instance-engine.js';
import { SqliteInstanceEngine } from '../sqlite/sqlite-instance-engine.js';

const column = (name: string, type: string, nullable = true): DatabaseSchema['tables'][number]['columns'][number] => ({
  name,
  type,
  nullable,
  description: null,
  examples: [],
});
const SCHOOL: DatabaseSchema = {
  dialect: 'sqlite',
  name: 'school',
  tables: [
    {
      schema: null,
      name: 'teacher',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [column('id', 'integer', false), column('name', 'text'), column('age', 'integer')],
      primaryKey: ['id'],
      foreignKeys: [],
    },
    {
      schema: null,
      name: 'course',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [
        column('id', 'integer', false),
        column('teacher_id', 'integer'),
        column('title', 'text'),
        column('begins', 'date'),
      ],
      primaryKey: ['id'],
      foreignKeys: [
        { columns: ['teacher_id'], referencedSchema: null, referencedTable: 'teacher', referencedColumns: ['id'] },
      ],
    },
  ],
};
const PROFILE: DatabaseProfile = {
  tables: SCHOOL.tables.map(({ name, columns }) => ({
    schema: null,
    name,
    rowCount: 0,
    sampled: false,
    columns: columns.map((own) => ({
      name: own.name,
      nullShare: 0,
      distinct: 0,
      minimum: null,
      maximum: null,
      frequent: [],
      pattern: null,
    })),
    unique: [],
    dependencies: [],
    orders: [],
    inclusions: [],
    declared: NOTHING_DECLARED,
  })),
};

const [TEACHER] = SCHOOL.tables as [TableSchema];
const [PROFILE_OF_TEACHER] = PROFILE.tables as [TableProfile];

const SQLITE_ESCAPES = [
  "ATTACH DATABASE '/tmp/x.db' AS x",
  'PRAGMA writable_schema = on',
  'CREATE TABLE t (a)',
  "SELECT load_extension('x')",
  'SELECT hex(zeroblob(1000000000))',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n',
];
const DUCKDB_ESCAPES = [
  "ATTACH '/tmp/x.db' AS x",
  'SET lock_configuration = false',
  'CREATE TABLE t (a INTEGER)',
  'INSTALL httpfs',
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT length(repeat('x', 1000000000))",
  'SELECT list_sum(range(100000000))',
  'SELECT n FROM range(100000) AS r(n)',
];
const ENGINES: [title: string, dialect: Dialect, make: () => InstanceEngine][] = [
  ['SQLite', 'sqlite', () => new SqliteInstanceEngine()],
  ['DuckDB', 'duckdb', () => new DuckdbInstanceEngine()],
];

const classesOf = ({ classes }: SuiteOutcome): string[] =>
  classes
    .map(({ texts }) =>
      texts
        .map(({ id }) => id)
        .sort()
        .join(''),
    )
    .sort();

describe.each(ENGINES)('%s', (_title, dialect, make) => {
  const SCHEMA = { ...SCHOOL, dialect };
  const EMPTY = { dialect, tables: [], views: [] };
  let engine: InstanceEngine;
  beforeAll(() => {
    engine = make();
  });
  afterAll(async () => engine.close());

  /** Equal on the empty target. */
  async function suiteOf(
    sqls: string[],
    seed = 1,
    hasBudget = (): boolean => true,
    asked: InstanceEngine = engine,
  ): Promise<SuiteOutcome> {
    const tables = SCHEMA.tables.map(({ name, columns, primaryKey }) => ({
      schema: null,
      name,
      columns: columns.map((own) => ({ name: own.name, type: own.type, notNull: !own.nullable, allowed: null })),
      generated: [],
      primaryKey,
      unique: [],
    }));
    await engine.prepare({ dialect, tables, views: [] });
    const targets = await engine.ask([], sqls);
    const texts = sqls.map((sql, index) => ({
      id: String(index),
      sql,
      votes: sqls.length - index,
      // A non-terminating statement gets the first one's result.
      target: targets[index]?.kind === 'rows' ? targets[index] : (targets[0] ?? { kind: 'unobserved' as const }),
    }));
    return runSuite({ schema: SCHEMA, profile: PROFILE, sample: null, seed, texts, ordered: null, hasBudget }, asked);
  }

  describe('a suite', () => {
    it.each([
      [
        'inner and left join',
        'SELECT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id',
        'SELECT t.name FROM teacher t LEFT JOIN course c ON c.teacher_id = t.id',
      ],
      [
        'a bound and the value beside it',
        'SELECT name FROM teacher WHERE age > 40',
        'SELECT name FROM teacher WHERE age >= 40',
      ],
      ['duplicates', 'SELECT name FROM teacher', 'SELECT DISTINCT name FROM teacher'],
      [
        'grouping by key and by name',
        'SELECT max(t.name), count(*) FROM teacher t JOIN course c ON c.teacher_id = t.id GROUP BY t.id',
        'SELECT max(t.name), count(*) FROM teacher t JOIN course c ON c.teacher_id = t.id GROUP BY t.name',
      ],
      ['what is counted', 'SELECT count(*) FROM course', 'SELECT count(teacher_id) FROM course'],
      [
        'a threshold of groups',
        'SELECT teacher_id FROM course GROUP BY teacher_id HAVING count(*) > 2',
        'SELECT teacher_id FROM course GROUP BY teacher_id HAVING count(*) >= 2',
      ],
      [
        'the start and the middle of a text',
        "SELECT id FROM course WHERE title LIKE 'math%'",
        "SELECT id FROM course WHERE title LIKE '%math%'",
      ],
      [
        'AND and OR',
        "SELECT id FROM teacher WHERE name = 'Kim' AND age = 30",
        "SELECT id FROM teacher WHERE name = 'Kim' OR age = 30",
      ],
      [
        'conditions across a join',
        "SELECT count(*) FROM course c JOIN teacher t ON t.id = c.teacher_id WHERE t.name = 'Kim' AND c.title = 'Art'",
        "SELECT count(*) FROM course WHERE teacher_id = 'Kim' AND title = 'Art'",
      ],
    ])('distinguishes %s', async (_, left, right) => {
      for (const seed of [1, 2, 3]) expect(classesOf(await suiteOf([left, right], seed))).toEqual(['0', '1']);
    });

    it('distinguishes a day, a month and a year before today', async () => {
      const since = (days: number): string =>
        dialect === 'sqlite' ? `date('now', '-${days} day')` : `current_date - interval ${days} day`;
      const sqls = [0, 10, 100].map((days) => `SELECT title FROM course WHERE begins > ${since(days)}`);
      const outcome = await suiteOf(sqls);
      expect(classesOf(outcome)).toEqual(['0', '1', '2']);
      expect(outcome.now).not.toBeNull();
      expect((await suiteOf(['SELECT title FROM course', 'SELECT name FROM teacher'])).now).toBeNull();
    });

    it('says what it could not finish, and keeps what it has seen', async () => {
      const sqls = ['SELECT name FROM teacher', 'SELECT DISTINCT name FROM teacher'];
      let left = 3;
      const outcome = await suiteOf(sqls, 1, () => left-- > 0);
      expect(outcome.instances).toHaveLength(3);
      expect(outcome.isCutShort).toBe(true);
      expect((await suiteOf(sqls)).isCutShort).toBe(false);
    });

    it.each([
      [
        'formatting and aliases',
        'SELECT name FROM teacher WHERE age > 40',
        'select T.name from teacher as T where (T.age>40)',
      ],
      ['the order of columns', 'SELECT id, name FROM teacher', 'SELECT name, id FROM teacher'],
      [
        'IN and a join on a key',
        'SELECT title FROM course WHERE teacher_id IN (SELECT id FROM teacher WHERE age > 40)',
        'SELECT c.title FROM course c JOIN teacher t ON c.teacher_id = t.id WHERE t.age > 40',
      ],
      [
        'the order of what is gathered',
        'SELECT group_concat(name) FROM teacher',
        'SELECT group_concat(name) FROM (SELECT name FROM teacher ORDER BY age, id)',
      ],
      [
        'ties under a LIMIT',
        'SELECT name FROM teacher ORDER BY age LIMIT 1',
        'SELECT name FROM teacher ORDER BY age ASC, rowid LIMIT 1',
      ],
    ])('takes for equal %s', async (_, left, right) => {
      for (const seed of [1, 2, 3]) expect(classesOf(await suiteOf([left, right], seed))).toEqual(['01']);
    });

    it('puts a SQL, its canonical rewriting and any order of its columns into one class', async () => {
      const columns = fc.shuffledSubarray(['id', 'name', 'age'], { minLength: 1 });
      const condition = fc.constantFrom('age > 30', "name LIKE 'A%'", 'age IS NULL', "name = 'Kim' OR age <= 2");
      await fc.assert(
        fc.asyncProperty(columns, condition, fc.nat(), fc.boolean(), async (names, where, seed, isDistinct) => {
          const textOf = (list: string[]): string =>
            `SELECT ${isDistinct ? 'DISTINCT ' : ''}${list.join(', ')} FROM teacher AS t WHERE ${where}`;
          const { canonical } = await canonicalSql(textOf(names), dialect);
          const opposite = textOf(names).replace(where, `NOT (${where})`);
          const sqls = [textOf(names), canonical, textOf(names.toReversed()), opposite];
          expect(classesOf(await suiteOf(sqls, seed))).toEqual(['012', '3']);
        }),
        { numRuns: 8 },
      );
    });

    it('runs the same instances for the same seed', async () => {
      const sqls = ['SELECT name FROM teacher WHERE age > 40', 'SELECT name FROM teacher WHERE age > 41'];
      const [one, same, other] = [await suiteOf(sqls, 5), await suiteOf(sqls, 5), await suiteOf(sqls, 6)];
      expect(same.instances).toEqual(one.instances);
      expect(other.instances).not.toEqual(one.instances);
    });

    it('fills views by the tables below them, and lets the database compute what it computes', async () => {
      const teachers = PROFILE.tables.map((table) => {
        if (table.name !== 'teacher') return table;
        const generated = [{ column: 'half', expression: 'age / 2.0' }];
        return { ...table, declared: { ...NOTHING_DECLARED, generated, checks: ['age BETWEEN 30 AND 60'] } };
      });
      const view = (name: string, definition: string): [TableSchema, TableProfile] => [
        { ...TEACHER, name, kind: 'view', columns: [column('id', 'integer'), column('half', 'real')], primaryKey: [] },
        { ...PROFILE_OF_TEACHER, name, columns: [], declared: { ...NOTHING_DECLARED, view: definition } },
      ];
      const inner = view('halves', 'SELECT id, half FROM teacher');
      const outer = view('big_halves', 'SELECT id, half FROM halves WHERE half > 20');
      const [, course] = SCHEMA.tables as [TableSchema, TableSchema];
      const schema = {
        ...SCHEMA,
        tables: [{ ...TEACHER, columns: [...TEACHER.columns, column('half', 'real')] }, course, inner[0], outer[0]],
      };
      const profile = { tables: [...teachers, inner[1], outer[1]] };
      const target = { kind: 'rows' as const, result: { columns: [], rows: [], truncated: false } };
      const sqls = ['SELECT id FROM big_halves', 'SELECT id FROM teacher WHERE age > 40', 'SELECT id FROM teacher'];
      const texts = sqls.map((sql, index) => ({ id: String(index), sql, votes: 1, target }));
      const outcome = await runSuite({ schema, profile, sample: null, seed: 3, texts, ordered: false }, engine);
      expect(outcome.classes.flatMap((own) => own.texts).every(({ timeouts }) => timeouts === 0)).toBe(true);
      expect(classesOf(outcome)).toEqual(['01', '2']);
      expect(outcome.model.scratch.views.map(({ name }) => name)).toEqual(['halves', 'big_halves']);
      expect(outcome.model.scratch.tables[0]?.generated).toEqual([
        { name: 'half', type: 'real', expression: 'age / 2.0' },
      ]);
    });

    it.each([
      ['never null', 'SELECT count(*) FROM course', 'SELECT count(title) FROM course'],
      ['unique', 'SELECT count(title) FROM course', 'SELECT count(DISTINCT title) FROM course'],
      [
        'these values alone',
        "SELECT id FROM course WHERE title <> 'Art'",
        "SELECT id FROM course WHERE title = 'Music'",
      ],
      [
        'found in another table',
        'SELECT count(c.id) FROM course c LEFT JOIN teacher t ON t.name = c.title AND t.age = c.teacher_id',
        'SELECT count(c.id) FROM course c JOIN teacher t ON t.name = c.title AND t.age = c.teacher_id',
      ],
    ])('takes for strongly equal what parts only on data that documents exclude: %s', async (rule, left, right) => {
      const bare = { ...SCHEMA, tables: SCHEMA.tables.map((table) => ({ ...table, foreignKeys: [] })) };
      const isOf = (name: string): boolean => rule === name;
      const foreignKeys = [
        {
          columns: ['title', 'teacher_id'],
          referencedSchema: null,
          referencedTable: 'teacher',
          referencedColumns: ['name', 'age'],
        },
      ];
      const stated = [
        {
          schema: null,
          name: 'course',
          unique: isOf('unique') ? [['title']] : [],
          notNull: isOf('unique') ? [] : ['title', 'teacher_id'],
          values: isOf('these values alone') ? [{ column: 'title', values: ['Art', 'Music'] }] : [],
          foreignKeys: isOf('found in another table') ? foreignKeys : [],
        },
      ];
      const target = { kind: 'rows' as const, result: { columns: [], rows: [], truncated: false } };
      const texts = [left, right].map((sql, index) => ({ id: String(index), sql, votes: 1, target }));
      const classes = async (profile: DatabaseProfile): Promise<number> =>
        (await runSuite({ schema: bare, profile, sample: null, seed: 3, texts, ordered: null }, engine)).classes.length;
      expect([await classes(PROFILE), await classes({ ...PROFILE, stated })]).toEqual([2, 1]);
    });

    it('shows where two classes part by a witness of a few rows', async () => {
      const outcome = await suiteOf([
        'SELECT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id',
        'SELECT DISTINCT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id',
      ]);
      const [left, right] = outcome.classes.map(({ texts }) => texts[0]);
      if (left === undefined || right === undefined) throw new Error('there are two classes');
      const witness = await findWitness(outcome, [left, right], engine);
      // Two courses of one teacher, or of two with the same name.
      expect(Object.values(witness?.tables ?? {}).reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThanOrEqual(
        4,
      );
      const rowCounts = witness?.answers.map((answer) => (answer.kind === 'rows' ? answer.result.rows.length : -1));
      expect(rowCounts?.sort()).toEqual([1, 2]);
    });
  });

  describe('a suite that is asked in batches', () => {
    /** Concurrent fillings. */
    const inBatches = (sizes: number[]): InstanceEngine => ({
      open: () => engine.open(),
      prepare: (schema) => engine.prepare(schema),
      ask: (tables, statements) => engine.ask(tables, statements),
      close: () => engine.close(),
      askEach: async (fillings, statements) => {
        const all = [...fillings];
        sizes.push(all.length);
        const outcomes: AskedOutcome[][] = [];
        for (const tables of all) outcomes.push(await engine.ask(tables, statements));
        return outcomes;
      },
    });

    it.each([1, 2, 3, 4])('is the same suite, witnesses included (seed %s)', async (seed) => {
      const sqls = [
        'SELECT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id',
        'SELECT t.name FROM course c JOIN teacher t ON c.teacher_id = t.id WHERE t.id > 0',
        'SELECT DISTINCT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id',
        'SELECT t.name FROM teacher t JOIN course c ON c.teacher_id = t.id WHERE t.age IS NOT NULL',
      ];
      const sizes: number[] = [];
      const batched = inBatches(sizes);
      const [alone, together] = [await suiteOf(sqls, seed), await suiteOf(sqls, seed, undefined, batched)];
      expect(together.instances).toEqual(alone.instances);
      expect(together.distinguished).toEqual(alone.distinguished);
      expect(classesOf(together)).toEqual(classesOf(alone));
      expect(sizes.length * 2).toBeLessThanOrEqual(alone.instances.length);
      const witnessOf = async (outcome: SuiteOutcome, asked: InstanceEngine): Promise<unknown> => {
        const [one, other] = outcome.classes.flatMap(({ texts }) => texts.slice(0, 1));
        return one === undefined || other === undefined ? null : findWitness(outcome, [one, other], asked);
      };
      expect(await witnessOf(together, batched)).toEqual(await witnessOf(alone, engine));
    });
  });

  describe('the engine', () => {
    const FOREVER = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

    it('ends a statement that does not end, and answers the others', async () => {
      await engine.prepare({ dialect, tables: [], views: [] });
      const outcomes = await engine.ask([], ['SELECT 1', FOREVER, 'SELECT 2']);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['rows', 'unobserved', 'rows']);
    });

    it.each(dialect === 'sqlite' ? SQLITE_ESCAPES : DUCKDB_ESCAPES)(
      'lets nothing out of the instance, and no memory: %s',
      async (sql) => {
        await engine.prepare(EMPTY);
        const [hostile, harmless] = await engine.ask([], [sql, 'SELECT count(*) FROM sqlite_master']);
        expect(hostile?.kind).not.toBe('rows');
        expect(harmless).toMatchObject({ kind: 'rows', result: { rows: [[0]] } });
      },
    );

    it('drops a candidate that does not end from the suite, and parts the others', async () => {
      const outcome = await suiteOf(['SELECT name FROM teacher', FOREVER, 'SELECT DISTINCT name FROM teacher']);
      expect(outcome.classes.flatMap(({ texts }) => texts).find(({ id }) => id === '1')?.timeouts).toBe(2);
      expect(classesOf(outcome).some((own) => own.includes('0') && own.includes('2'))).toBe(false);
    });
  });
});
