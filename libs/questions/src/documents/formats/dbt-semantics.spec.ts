import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { formulaText } from '../formula.js';
import { readKnowledge } from '../read-knowledge.js';

type Fields = Record<string, unknown>;

function project(metrics: Fields[], measures: Fields[] = []): Fields {
  const model = (name: string, key: string, parts: Fields): Fields => ({
    name,
    model: `ref('${name}')`,
    entities: [
      { name: key, type: 'primary', expr: `${key}_id` },
      { name: 'customer', type: 'foreign', expr: 'customer_id' },
    ].slice(0, key === 'order' ? 2 : 1),
    ...parts,
  });
  const dimensions = [
    { name: 'status', type: 'categorical' },
    { name: 'is_large', type: 'categorical', expr: 'amount > 100 or is_gift' },
    { name: 'ordered_at', type: 'time', type_params: { time_granularity: 'day' } },
  ];
  return {
    version: 2,
    semantic_models: [
      model('orders', 'order', { dimensions, measures: [{ name: 'amount', agg: 'sum' }, ...measures] }),
      model('customers', 'customer', { dimensions: dimensions.slice(0, 1), measures: [] }),
    ],
    metrics,
  };
}

function read(document: Fields): { metrics: Record<string, string | null>; left: string[] } {
  const { items, leftOut } = readKnowledge(JSON.stringify(document));
  const metrics = items.flatMap((item) =>
    item.kind === 'metric'
      ? [[item.name, item.formula === null ? item.expression : formulaText(item.formula)] as const]
      : [],
  );
  return { metrics: Object.fromEntries(metrics), left: leftOut.map(({ what, reason }) => `${what}: ${reason}`) };
}

const simple = (name: string, more: Fields = {}): Fields => ({
  name,
  type: 'simple',
  type_params: { measure: 'amount' },
  ...more,
});
const filtered = (filter: unknown): ReturnType<typeof read> => read(project([simple('revenue', { filter })]));

describe('filters of dbt metrics', () => {
  it.each<[string, unknown, string]>([
    ["{{ Dimension('order__status') }} = 'paid'", undefined, "status = 'paid'"],
    ['{{Dimension( "order__status" )}} = \'paid\'', undefined, "status = 'paid'"],
    ["{{ Entity('order') }} > 3", undefined, 'order_id > 3'],
    ["{{ Entity('customer') }} is not null", undefined, 'customer_id is not null'],
    ["{{ Dimension('order__is_large') }} = true", undefined, '(amount > 100 or is_gift) = true'],
    [
      'a list',
      ["{{ Dimension('order__status') }} = 'a' or amount = 1", 'amount > 2'],
      "(status = 'a' or amount = 1) and amount > 2",
    ],
  ])('are read over the own entity: %s', (text, given, condition) => {
    expect(filtered(given ?? text)).toEqual({
      metrics: { revenue: `SUM(amount) over orders where ${condition}` },
      left: [],
    });
  });

  it.each<[string, unknown]>([
    ['another entity', "{{ Dimension('customer__status') }} = 'vip'"],
    ['a path of entities', "{{ Dimension('order__customer__status') }} = 'vip'"],
    ['no entity', "{{ Dimension('status') }} = 'paid'"],
    ['a moment, which is cut', "{{ TimeDimension('order__ordered_at', 'month') }} >= '2024-01-01'"],
    ['a moment by its granularity', "{{ Dimension('order__ordered_at') }} <= '2024-01-01'"],
    ['the time of the metric', "{{ TimeDimension('metric_time') }} > '2024-01-01'"],
    ['another metric', "{{ Metric('revenue', group_by=['customer']) }} > 3"],
    ['a dimension with a path', "{{ Dimension('order__status', entity_path=['customer']) }} = 'paid'"],
    ['a shape that is not known', { sql: "status = 'paid'" }],
    ['a list with such a shape', ["status = 'paid'", { sql: 'amount > 1' }]],
  ])('give no formula over %s', (_, filter) => {
    const { metrics, left } = filtered(filter);
    expect(metrics).toEqual({});
    expect(left).toEqual([expect.stringMatching(/^metric revenue: (?:filters by|has a filter)/)]);
  });

  it('hold on each side of a ratio for its own model', () => {
    const ratio = {
      name: 'share',
      type: 'ratio',
      type_params: {
        numerator: { name: 'revenue', filter: "{{ Dimension('order__status') }} = 'paid'" },
        denominator: 'revenue',
      },
      filter: "{{ Entity('order') }} > 3",
    };
    expect(read(project([simple('revenue'), ratio])).metrics['share']).toBe(
      "(SUM(amount) over orders where status = 'paid' and order_id > 3) / (SUM(amount) over orders where order_id > 3)",
    );
  });
});

describe('what changes the meaning of a dbt metric and is not read', () => {
  const LAST = { name: 'ordered_at', window_choice: 'max' };
  const balance = (more: Fields): Fields => ({ name: 'balance', agg: 'sum', ...more });
  const ofMeasure = { name: 'balance', type: 'simple', type_params: { measure: 'balance' } };

  it.each<[string, Fields[], Fields[], RegExp]>([
    [
      'a measure that is not added over time',
      [ofMeasure],
      [balance({ non_additive_dimension: LAST })],
      /non_additive_dimension/,
    ],
    [
      'such a one that asks to be a metric',
      [],
      [balance({ create_metric: true, non_additive_dimension: LAST })],
      /non_additive_dimension/,
    ],
    ['parameters of an aggregate', [ofMeasure], [balance({ agg_params: { percentile: 0.9 } })], /agg_params/],
    ['a median', [ofMeasure], [balance({ agg: 'median' })], /aggregates by median/],
    ['a template', [ofMeasure], [balance({ expr: "{{ var('x') }}" })], /template/],
    [
      'filled gaps',
      [simple('balance', { type_params: { measure: { name: 'amount', fill_nulls_with: 0 } } })],
      [],
      /fill_nulls_with/,
    ],
    [
      'a time spine',
      [simple('balance', { type_params: { measure: { name: 'amount', join_to_timespine: true } } })],
      [],
      /join_to_timespine/,
    ],
    [
      'a window',
      [{ ...simple('balance'), type: 'cumulative', type_params: { measure: 'amount', window: '7 days' } }],
      [],
      /cumulative/,
    ],
    [
      'an offset in a ratio',
      [
        simple('a'),
        {
          name: 'balance',
          type: 'ratio',
          type_params: { numerator: 'a', denominator: { name: 'a', offset_window: '1 month' } },
        },
      ],
      [],
      /offset_window/,
    ],
    [
      'an offset in a derived metric',
      [
        simple('a'),
        {
          name: 'balance',
          type: 'derived',
          type_params: { expr: 'a - b', metrics: [{ name: 'a' }, { name: 'a', alias: 'b', offset_window: '1 month' }] },
        },
      ],
      [],
      /derived/,
    ],
  ])('is reported, and not partly used: %s', (_, metrics, measures, why) => {
    const found = read(project(metrics, measures));
    expect(found.metrics).not.toHaveProperty('balance');
    expect(found.left.filter((text) => text.startsWith('metric balance: '))).toEqual([expect.stringMatching(why)]);
    const described = read(
      project(
        metrics.map((one) => ({ ...one, description: 'What is left.' })),
        measures.map((one) => ({ ...one, description: 'x' })),
      ),
    );
    expect(described.metrics['balance']).toBeNull();
    expect(described.left).toContainEqual(expect.stringMatching(/^computation of metric balance: /));
  });

  it('leaves a derived metric its words where they are whole', () => {
    const derived = {
      name: 'margin',
      type: 'derived',
      type_params: { expr: 'a - b', metrics: ['a', { name: 'c', alias: 'b' }] },
    };
    const { metrics, left } = read(project([simple('a'), derived]));
    expect(metrics['margin']).toBe('a - b, of a and c as b');
    expect(left).toEqual(['computation of metric margin: is derived, which is not read']);
  });

  it('is any key that is not understood, wherever it stands', () => {
    const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.constant(true), fc.constant({ name: 'x' }));
    const key = fc.constantFrom('window', 'having', 'offset_to_grain', 'non_additive_dimension', 'percentile', 'grain');
    const place = fc.constantFrom(
      'measure',
      'metric',
      'parameters',
      'reference',
      'ratio',
      'part',
      'own',
      'aggregation',
    );
    fc.assert(
      fc.property(place, key, value, (at, name, given) => {
        const put = (here: string, fields: Fields): Fields => ({ ...fields, ...(at === here && { [name]: given }) });
        const measure = put('measure', { name: 'x', agg: 'sum', agg_time_dimension: 'ordered_at', agg_params: null });
        const params = put('parameters', { measure: put('reference', { name: 'x', filter: null }), window: null });
        const metric = put('metric', { name: 'm', type: 'simple', type_params: params, time_granularity: null });
        const ratio = put('ratio', { numerator: put('part', { name: 'm' }), denominator: 'm' });
        const aggregation = put('aggregation', { semantic_model: 'orders', agg: 'sum', expr: 'amount' });
        const document = {
          ...project(
            [
              simple('all'),
              metric,
              { name: 'r', type: 'ratio', type_params: ratio },
              { name: 'g', type: 'simple', type_params: { metric_aggregation_params: aggregation } },
            ],
            [measure],
          ),
          models: [
            { name: 'orders', metrics: [put('own', { name: 'o', type: 'simple', agg: 'sum', expr: 'amount' })] },
          ],
        };
        const hurt: Record<string, string[]> = { ratio: ['r'], part: ['r'], own: ['o'], aggregation: ['g'] };
        const gone = hurt[at] ?? ['m', 'r'];
        const { metrics, left } = read(document);
        expect(Object.keys(metrics).sort()).toEqual(['all', 'g', 'm', 'o', 'r'].filter((one) => !gone.includes(one)));
        expect(left).toEqual(gone.map((one) => `metric ${one}: says ${name}, which is not read`));
      }),
      { numRuns: 300 },
    );
  });
});

it('reports measures without a metric', () => {
  const measures = [
    { name: 'alone', agg: 'max', expr: 'amount' },
    { name: 'middle', agg: 'median' },
  ];
  expect(read(project([simple('revenue')], measures)).left).toEqual([
    'measure alone: no metric is made of it',
    'measure middle: aggregates by median, which is not read',
  ]);
});
