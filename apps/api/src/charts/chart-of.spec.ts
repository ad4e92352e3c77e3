import { describe, expect, it } from '@jest/globals';
import type { Cell, ChartSpec } from '@assay/contracts';
import { chartOf, type ChartedResult } from './chart-of.js';

/** Columns as `name type`. */
function result(columns: string[], rows: Cell[][], truncated = false): ChartedResult {
  const named = columns.map((column) => column.split(' ') as [string, string]);
  return { columns: named.map(([name, type = '']) => ({ name, type })), rows, truncated };
}

function drawn(columns: string[], rows: Cell[][]): ChartSpec {
  const chart = chartOf(result(columns, rows));
  if (typeof chart === 'string') throw new Error(chart);
  return chart;
}

const letters = (count: number): Cell[][] => Array.from({ length: count }, (_, n) => [`label ${n}`, n]);

describe('a chart by rule', () => {
  it('draws a time and a number as a line, in the order of time, in UTC', () => {
    expect(
      chartOf(
        result(
          ['month text', 'revenue numeric'],
          [
            ['2024-02', '20.5'],
            ['2024-01', '10'],
          ],
        ),
      ),
    ).toEqual({
      mark: 'line',
      data: {
        values: [
          { c0: '2024-01', c1: 10 },
          { c0: '2024-02', c1: 20.5 },
        ],
      },
      encoding: {
        x: { field: 'c0', type: 'temporal', title: 'month', scale: { type: 'utc' } },
        y: { field: 'c1', type: 'quantitative', title: 'revenue' },
      },
    });
  });

  it('draws a category and a number as bars, in the order of the rows', () => {
    expect(
      chartOf(
        result(
          ['country text', 'orders int8'],
          [
            ['Peru', '9'],
            [null, '4'],
          ],
        ),
      ),
    ).toEqual({
      mark: 'bar',
      data: {
        values: [
          { c0: 'Peru', c1: 9 },
          { c0: '(none)', c1: 4 },
        ],
      },
      encoding: {
        x: { field: 'c1', type: 'quantitative', title: 'orders' },
        y: { field: 'c0', type: 'nominal', title: 'country', sort: null },
      },
    });
  });

  it('draws two numbers as points, without rows that lack one', () => {
    const points = result(
      ['price float8', 'stars float8'],
      [
        [1, 2],
        [3, 4],
        [5, null],
        [7, 1.5],
      ],
    );
    expect(chartOf(points)).toMatchObject({
      mark: 'point',
      data: {
        values: [
          { c0: 1, c1: 2 },
          { c0: 3, c1: 4 },
          { c0: 7, c1: 1.5 },
        ],
      },
    });
  });

  it('draws a line for each value of a category', () => {
    const rows = [
      ['2024-01-01', 'web', 1],
      ['2024-01-01', 'shop', 2],
      ['2024-02-01', 'web', 3],
    ];
    const chart = drawn(['day date', 'channel text', 'n int4'], rows);
    expect(chart).toMatchObject({ mark: 'line', encoding: { color: { field: 'c2', title: 'channel' } } });
    expect(chart.data.values[2]).toEqual({ c0: '2024-02-01', c1: 3, c2: 'web' });
  });

  it('draws two categories as groups of bars: the one with more values names the groups', () => {
    const rows = [
      ['open', 'DE', 1],
      ['open', 'FR', 2],
      ['paid', 'DE', 3],
      ['paid', 'IT', 4],
    ];
    const { mark, encoding, data } = drawn(['status text', 'country_code text', 'n int4'], rows);
    expect([mark, encoding.y.title, encoding.color?.title]).toEqual(['bar', 'country_code', 'status']);
    expect(data.values[2]).toEqual({ c0: 'DE', c1: 3, c2: 'paid' });
  });

  it.each<[string, string[], Cell[][], string]>([
    [
      'codes in letters',
      ['country_code text', 'n int4'],
      [
        ['DE', 1],
        ['FR', 2],
      ],
      'bar',
    ],
    [
      'years',
      ['year int4', 'n int4'],
      [
        [2023, 1],
        [2024, 2],
      ],
      'line',
    ],
    [
      'timestamps',
      ['at timestamptz', 'n int4'],
      [
        ['2024-01-01T00:00:00.000Z', 1],
        ['2024-01-02T00:00:00.000Z', 2],
      ],
      'line',
    ],
    [
      'months of a year',
      ['month int4', 'n int4'],
      [
        [1, 10],
        [2, 20],
        [3, 5],
      ],
      'bar',
    ],
    ...['orders_per_day', 'orders_this_month', 'orders_this_year', 'total day'].map(
      (name): [string, string[], Cell[][], string] => [
        `numbers named ${name}`,
        ['country text', `${name.replace(' ', '_')} int4`],
        [
          ['DE', 1200],
          ['FR', 1900],
        ],
        'bar',
      ],
    ),
    [
      'yes and no',
      ['paid bool', 'n int4'],
      [
        [true, 1],
        [false, 2],
      ],
      'bar',
    ],
    [
      'names beside their ids',
      ['customer_id int4', 'customer text', 'n int4'],
      [
        [1, 'Ann', 3],
        [2, 'Bob', 4],
      ],
      'bar',
    ],
    [
      'numbers of a database without types',
      ['name', 'n'],
      [
        ['a', 1],
        ['b', 2],
      ],
      'bar',
    ],
    [
      'negative numbers',
      ['name text', 'profit numeric'],
      [
        ['a', '-1.5'],
        ['b', '2'],
      ],
      'bar',
    ],
    ['as many bars as can be read', ['name text', 'n int4'], letters(30), 'bar'],
  ])('draws %s', (_what, columns, rows, mark) => {
    expect(drawn(columns, rows).mark).toBe(mark);
  });

  it.each<[string, string[], Cell[][]]>([
    ['no rows', ['name text', 'n int4'], []],
    ['one row', ['name text', 'n int4'], [['a', 1]]],
    ['one number', ['n int4'], [[1], [2]]],
    ['names alone', ['name text'], [['a'], ['b']]],
    ['too many categories', ['name text', 'n int4'], letters(31)],
    [
      'a category that comes twice',
      ['name text', 'n int4'],
      [
        ['a', 1],
        ['a', 2],
      ],
    ],
    [
      'a time that comes twice',
      ['day date', 'n int4'],
      [
        ['2024-01-01', 1],
        ['2024-01-01', 2],
      ],
    ],
    [
      'one time alone',
      ['day date', 'c text', 'n int4'],
      [
        ['2024-01-01', 'a', 1],
        ['2024-01-01', 'b', 2],
      ],
    ],
    [
      'ids as categories',
      ['customer_id int4', 'n int4'],
      [
        [1, 5],
        [2, 6],
      ],
    ],
    [
      'ids as numbers',
      ['name text', 'orderId int4'],
      [
        ['a', 5],
        ['b', 6],
      ],
    ],
    [
      'UUIDs',
      ['owner text', 'n int4'],
      [
        ['0198f2c4-7c1e-7a33-9b1f-2d1c5f0a9e11', 1],
        ['0198f2c4-7c1e-7a33-9b1f-2d1c5f0a9e12', 2],
      ],
    ],
    [
      'codes written as text',
      ['zip text', 'city_code text'],
      [
        ['01234', '1'],
        ['04321', '2'],
      ],
    ],
    [
      'numbers of several units beside a time',
      ['day date', 'n int4', 'revenue numeric'],
      [
        ['2024-01-01', 1, '2'],
        ['2024-01-02', 3, '4'],
      ],
    ],
    [
      'numbers of several units beside a category',
      ['name text', 'n int4', 'share float8'],
      [
        ['a', 1, 0.5],
        ['b', 2, 0.5],
      ],
    ],
    [
      'three numbers',
      ['a int4', 'b int4', 'c int4'],
      [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
    ],
    [
      'three categories',
      ['a text', 'b text', 'c text', 'n int4'],
      [
        ['x', 'y', 'v', 1],
        ['z', 'w', 'v', 2],
      ],
    ],
    [
      'groups that repeat',
      ['a text', 'b text', 'n int4'],
      [
        ['x', 'y', 1],
        ['x', 'y', 2],
      ],
    ],
    ['seven bars in a group', ['a text', 'b text', 'n int4'], letters(7).map(([name = null]) => [name, name, 1])],
    [
      'two times',
      ['a date', 'b date', 'n int4'],
      [
        ['2024-01-01', '2024-01-02', 1],
        ['2024-02-01', '2024-02-02', 2],
      ],
    ],
    [
      'too few points',
      ['a float8', 'b float8'],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'points that do not vary',
      ['a float8', 'b float8'],
      [
        [1, 2],
        [1, 4],
        [1, 6],
      ],
    ],
    [
      'bars without a value',
      ['name text', 'n int4'],
      [
        ['a', 1],
        ['b', null],
      ],
    ],
    [
      'a line with holes',
      ['day date', 'n int4'],
      [
        ['2024-01-01', 1],
        ['2024-01-02', null],
      ],
    ],
    [
      'long texts',
      ['review text', 'n int4'],
      [
        ['a'.repeat(81), 1],
        ['b', 2],
      ],
    ],
    [
      'JSON',
      ['tags jsonb', 'n int4'],
      [
        [['a'], 1],
        [['b'], 2],
      ],
    ],
    [
      'a column of nulls',
      ['name text', 'n int4'],
      [
        ['a', null],
        ['b', null],
      ],
    ],
    [
      'numbers beyond all bounds',
      ['name text', 'n numeric'],
      [
        ['a', '1e999'],
        ['b', '2'],
      ],
    ],
    [
      'seven lines',
      ['day date', 'c text', 'n int4'],
      [1, 2].flatMap((day) => letters(7).map(([name]) => [`2024-01-0${day}`, name ?? null, 1])),
    ],
  ])('draws nothing of %s', (_what, columns, rows) => {
    expect(chartOf(result(columns, rows))).toMatchSnapshot();
  });

  it('draws nothing of a result that is cut', () => {
    expect(chartOf(result(['name text', 'n int4'], letters(3), true))).toBe('there are more than 3 rows');
  });

  it('draws times that no calendar of programs holds by their text', () => {
    const rows: Cell[][] = [
      ['infinity', 1],
      ['2024-01-01 00:00:00+00', 2],
      ['0044-03-15 12:00:00 BC', 3],
      ['2024-00-00', 4],
    ];
    const { mark, data } = drawn(['at timestamptz', 'n int4'], rows);
    expect([mark, data.values.map(({ c0 }) => c0)]).toEqual(['bar', rows.map(([at]) => at)]);
  });

  it('orders a line by the instant, not by the text', () => {
    const rows: Cell[][] = [
      ['2024-01-02 00:30:00+05:30', 2],
      ['2024-01-01 23:00:00+00', 3],
    ];
    expect(drawn(['at timestamptz', 'n int4'], rows).data.values.map(({ c1 }) => c1)).toEqual([2, 3]);
  });

  it('never uses the name of a column as a key: renderers read dots and brackets in it', () => {
    const rows = [
      ['x', 1],
      ['y', 2],
    ];
    const chart = drawn(['a.b[0] text', '__proto__ int4'], rows);
    expect(Object.keys(chart.data.values[0] ?? {})).toEqual(['c0', 'c1']);
  });
});
