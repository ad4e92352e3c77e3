import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '@assay/contracts';
import { COMPANY } from '../fixtures/schemas.js';
import { Answer } from '../results/answer.js';
import { sameInSomeColumnOrder } from '../results/same-columns.js';
import { readStatement } from '../statements/read-statement.js';
import { classify, type ClassifyOptions } from './classify.js';
import { Observation, type ObservedText } from './observation.js';

type Rows = (number | string | null)[][];

function answer(rows: Rows, width = rows[0]?.length ?? 1): Answer {
  const columns = Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: '' }));
  const found = Answer.of({ kind: 'rows', result: { columns, rows, truncated: false } }, []);
  if (found === null) throw new Error('a whole result is an answer');
  return found;
}

const INSTANCES = Array.from({ length: 10 }, (_, index) => index);
const OPTIONS: ClassifyOptions = { ordered: false, instances: INSTANCES };

/** One number per instance; null: unobserved, pair: unstable. */
function text(id: string, seen: (number | null | [number, number])[], votes = 1): ObservedText {
  const observations = new Map(
    seen.flatMap((value, index) => {
      if (value === null) return [];
      const [first, again] = Array.isArray(value) ? value : [value, value];
      return [[index, new Observation(answer([[first]]), answer([[again]]))] as const];
    }),
  );
  return { id, votes, target: answer([[0]]), observations };
}

const classesOf = (texts: ObservedText[], options = OPTIONS): string[] =>
  classify(texts, options).map((own) =>
    own.texts
      .map(({ id }) => id)
      .sort()
      .join(''),
  );

describe('classes of behaviour', () => {
  it('part what differs on one instance, and count votes by class', () => {
    const zeros = INSTANCES.map(() => 0);
    const classes = classify([text('a', zeros, 2), text('b', zeros, 3), text('c', [...zeros.slice(1), 1], 4)], OPTIONS);
    expect(classes.map(({ texts, votes }) => [texts.length, votes])).toEqual([
      [2, 5],
      [1, 4],
    ]);
  });

  it('are not parted where a text differs from itself, nor on too few common instances', () => {
    const zeros = INSTANCES.map((): number | null | [number, number] => 0);
    expect(classesOf([text('a', zeros, 2), text('b', [[1, 2], ...zeros.slice(1)])])).toEqual(['ab']);
    const rare = INSTANCES.map((index) => (index < 7 ? 1 : null));
    expect(classesOf([text('a', zeros, 2), text('b', rare)])).toEqual(['ab']);
    expect(
      classesOf([
        text('a', zeros, 2),
        text(
          'b',
          INSTANCES.map((index) => (index < 8 ? 1 : null)),
        ),
      ]),
    ).toEqual(['a', 'b']);
  });

  it('are a partition that the order of the candidates does not change', () => {
    const cell = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 1 }) },
      fc.constant(null),
      fc.constant<[number, number]>([0, 1]),
    );
    const suite = fc.array(fc.array(cell, { minLength: 10, maxLength: 10 }), { minLength: 2, maxLength: 7 });
    fc.assert(
      fc.property(suite, fc.integer(), (all, rotation) => {
        const texts = all.map((seen, index) => text(String.fromCharCode(97 + index), seen, index));
        const from = Math.abs(rotation) % texts.length;
        const rotated = [...texts.slice(from), ...texts.slice(0, from)].reverse();
        expect(classesOf(rotated).sort()).toEqual(classesOf(texts).sort());
        expect(classesOf(texts).join('')).toHaveLength(texts.length);
      }),
    );
  });

  it('hold no two steady, fully observed texts that differ: equality is transitive', () => {
    const seen = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(seen, { minLength: 2, maxLength: 8 }), (all) => {
        const texts = all.map((values, index) => text(String(index), values));
        expect(classify(texts, OPTIONS)).toHaveLength(new Set(all.map((values) => values.join())).size);
      }),
    );
  });
});

describe('results', () => {
  const rowsOf = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: width, maxLength: width }), { maxLength: 6 }),
    );

  it('are equal whatever the order of their rows and columns', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer(), (rows, salt) => {
        const width = rows[0]?.length ?? 1;
        const order = Array.from({ length: width }, (_, index) => (index + Math.abs(salt)) % width);
        const permuted = rows.map((row) => order.map((column) => row[column] ?? null)).reverse();
        const pair = { one: answer(rows, width), other: answer(permuted, width), ordered: false };
        expect(sameInSomeColumnOrder([pair])).toBe(true);
      }),
    );
  });

  it('are bags: a row counts as often as it comes', () => {
    const pair = { one: answer([[1], [1]]), other: answer([[1]]), ordered: false };
    expect(sameInSomeColumnOrder([pair])).toBe(false);
  });

  it('need one order of columns throughout', () => {
    const swapped = { one: answer([[1, 2]]), other: answer([[2, 1]]), ordered: false };
    const straight = { one: answer([[1, 2]]), other: answer([[1, 2]]), ordered: false };
    expect(sameInSomeColumnOrder([swapped])).toBe(true);
    expect(sameInSomeColumnOrder([swapped, straight])).toBe(false);
  });

  it('keep the order of rows only where it counts', () => {
    const pair = { one: answer([[1], [2]]), other: answer([[2], [1]]) };
    expect(sameInSomeColumnOrder([{ ...pair, ordered: true }])).toBe(false);
    expect(sameInSomeColumnOrder([{ ...pair, ordered: false }])).toBe(true);
  });

  it.each([
    ['texts', ',', 'b,a', 'a,b'],
    ['texts with another separator', ' | ', 'b,c | a', 'a | b,c'],
    ['an array of PostgreSQL', null, '{b,a}', '{a,b}'],
    ['a list of DuckDB', null, '[b, a]', '[a, b]'],
    ['JSON', null, '["b", "a"]', '["a","b"]'],
    ['a list that is read as one', null, ['b', 'a'], ['a', 'b']],
  ])('sort what was gathered in no order: %s', (_, separator, one, other) => {
    const bagOf = (value: Cell, column: number | null): string | undefined => {
      const result = { columns: [{ name: 'g', type: '' }], rows: [[value]], truncated: false };
      return Answer.of({ kind: 'rows', result }, [{ column, separator }])?.bag;
    };
    for (const column of [0, null]) expect(bagOf(one, column)).toBe(bagOf(other, column));
    expect(bagOf(one, 0)).not.toBe(bagOf(typeof one === 'string' ? one.replace('a', 'c') : ['b', 'c'], 0));
  });

  it.each([
    ["select id, string_agg(name, '; ') from t", [{ column: 1, separator: '; ' }]],
    ['select array_agg(name order by name) from t', []],
    ['select list(name), 1 from t', [{ column: 0, separator: null }]],
    ['select list from t', []],
    ["select array_to_string(array_agg(name), '; ') from t", [{ column: 0, separator: '; ' }]],
    ['select a, s from (select a, array_agg(b) as s from t group by a) x', [{ column: null, separator: null }]],
    [
      'with x as (select 1), y as (select group_concat(n) g from t) select 1, g from y',
      [{ column: null, separator: ',' }],
    ],
    ['select (select group_concat(n) from t), 1 from u', [{ column: 0, separator: ',' }]],
  ])('know what %s gathers', async (sql, gathered) => {
    expect((await readStatement(sql, 'duckdb', COMPANY)).gathered).toEqual(gathered);
  });

  it('are nothing where a cap cut them', () => {
    expect(Answer.of({ kind: 'rows', result: { columns: [], rows: [], truncated: true } }, [])).toBeNull();
  });
});
