import { describe, expect, it } from '@jest/globals';
import { comparable } from '../comparison/comparable.js';
import type { ExaminedQuestion, ExaminedText } from '../pool/examined-question.js';
import { suiteReport } from './suite-figures.js';
import { SuiteMatch, suiteResult, type SuiteResult } from './suite-match.js';
import { systemFamilies } from './system-families.js';

function result(rows: (string | number)[][], width = rows[0]?.length ?? 1): SuiteResult {
  const columns = Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: '' }));
  return suiteResult(comparable({ columns, rows, rowCount: rows.length, truncated: false, elapsedMs: 0 }));
}

/** Whether the second results are right where gold has the first. */
function isRight(pairs: [SuiteResult, SuiteResult | null][], ordered = false): boolean {
  const match = new SuiteMatch();
  for (const [gold, candidate] of pairs) match.add(gold, candidate, ordered);
  return match.isRight;
}

describe('right on the suite', () => {
  it('counts each row as often as the gold has it', () => {
    expect(isRight([[result([[1], [1]]), result([[1], [1]])]])).toBe(true);
    expect(isRight([[result([[1], [1]]), result([[1]])]])).toBe(false);
  });

  it('takes the order of rows from a gold that orders', () => {
    const pair: [SuiteResult, SuiteResult] = [result([[1], [2]]), result([[2], [1]])];
    expect(isRight([pair])).toBe(true);
    expect(isRight([pair], true)).toBe(false);
  });

  it('allows one order of columns on all databases, not one each', () => {
    const swapped: [SuiteResult, SuiteResult] = [result([[1, 2]]), result([[2, 1]])];
    const straight: [SuiteResult, SuiteResult] = [result([[1, 2]]), result([[1, 2]])];
    const silent: [SuiteResult, SuiteResult] = [result([[3, 3]]), result([[3, 3]])];
    expect(isRight([silent, swapped, swapped])).toBe(true);
    expect(isRight([straight, swapped])).toBe(false);
  });

  it('is lost where the text fails, or returns another number of columns for no rows', () => {
    expect(isRight([[result([[1]]), null]])).toBe(false);
    expect(isRight([[result([], 1), result([], 2)]])).toBe(false);
  });
});

const text = (id: string, systems: string[], complexity: number, cluster = 0): ExaminedText => ({
  id,
  sql: `SELECT ${id}`,
  systems,
  complexity,
  cluster,
  columns: ['x'],
});

describe('the report of the suite', () => {
  const facts = {
    columns: ['x'],
    rowCount: 1,
    contentKey: '',
  };
  const match = { ex: true, anyColumnOrder: true, exact: true };
  // Equal results today; only `b` and `d` are right elsewhere.
  const question: ExaminedQuestion = {
    id: '1',
    database: 'd',
    question: 'Who?',
    clusters: [{ systems: ['s1', 's2', 's3', 's4', 's5'], sql: 'SELECT a', match, facts }],
    texts: [text('a', ['s1'], 1), text('b', ['s2', 's3'], 5), text('c', ['s4'], 2), text('d', ['s5'], 3)],
    behaviours: [
      {
        seed: 1,
        classes: [
          { texts: ['b', 'd'], behavesAsGold: true },
          { texts: ['a', 'c'], behavesAsGold: false },
        ],
        distinguished: [{ kind: 'generated', isWeak: false }],
        instances: 7,
        milliseconds: 5,
      },
    ],
    failed: [],
    goldFailures: [],
    seconds: 0,
  };
  const right = new Map([['1', new Set(['SELECT b', 'SELECT d'])]]);
  const report = suiteReport([question], right, [['SELECT d']]);

  it('sets all choosers, with and without behaviour, beside oracles and answers', () => {
    expect(report.rows.map(({ name, ex, suite }) => [name, ex, suite])).toEqual([
      ['best single system, each by its measure', 1, 1],
      ['vote by result, simplest text', 1, 0],
      ['vote by result, frequent text', 1, 1],
      ['vote by result, typical text', 1, 1],
      ['vote by behaviour, simplest text', 1, 1],
      ['vote by behaviour, frequent text', 1, 1],
      ['vote by behaviour, typical text', 1, 1],
      ['oracle within the winning result', 1, 1],
      ['oracle', 1, 1],
      ['answers', 1, 1],
    ]);
  });

  it('counts accidental agreements, and right texts that fall apart', () => {
    expect(report.apart).toMatchObject({ pairs: 4, separated: 4, splitQuestions: 0, classesPerQuestion: 2 });
    const [behaviour] = question.behaviours;
    if (behaviour === undefined) throw new Error('there is one');
    const classes = ['a', 'b', 'c', 'd'].map((id) => ({ texts: [id], behavesAsGold: false }));
    const split = suiteReport([{ ...question, behaviours: [{ ...behaviour, classes }] }], right, []);
    expect(split.apart).toMatchObject({ separated: 4, splitQuestions: 1 });
  });

  it('finds relatives by names that differ in size or version alone', () => {
    const families = systemFamilies(['x/Foo_7B', 'x/Foo_13B', 'x/Bar', 'y/Baz_2']);
    expect(families.map(({ systems }) => systems)).toEqual([
      ['x/Foo_7B', 'x/Foo_13B'],
      ['x/Bar', 'y/Baz_2'],
    ]);
    expect(systemFamilies(['a', 'b'])).toEqual([]);
  });
});
