import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { formulaText } from '../formula.js';
import { readKnowledge } from '../read-knowledge.js';

type Fields = Record<string, unknown>;
type Put = (part: string, fields: Fields) => Fields;

const FORMATS: Record<string, { parts: string[]; document: (put: Put, expression: string) => Fields }> = {
  Ossie: {
    parts: ['table', 'metric', 'expression'],
    document: (put, expression) => {
      const dialects = [{ dialect: 'ANSI_SQL', expression: expression.replace(/\((\w)/, '(orders.$1') }];
      const fields = [
        { name: 'net', expression: 'total - tax' },
        { name: 'rest', expression: 'net - fee' },
      ];
      return {
        datasets: [put('table', { name: 'orders', source: 'main.orders', fields })],
        metrics: [put('metric', { name: 'revenue', expression: put('expression', { dialects }) })],
      };
    },
  },
  Snowflake: {
    parts: ['table', 'metric'],
    document: (put, expr) => ({
      tables: [
        put('table', {
          name: 'orders',
          base_table: { schema: 'main', table: 'orders' },
          facts: [
            { name: 'net', expr: 'total - tax' },
            { name: 'rest', expr: 'net - fee' },
          ],
          metrics: [put('metric', { name: 'revenue', expr, access_modifier: 'public_access' })],
        }),
      ],
    }),
  },
  'an older Snowflake model': {
    parts: ['table', 'measure'],
    document: (put, expression) => ({
      tables: [
        put('table', {
          name: 'orders',
          base_table: { schema: 'main', table: 'orders' },
          facts: [
            { name: 'net', expr: 'total - tax' },
            { name: 'rest', expr: 'net - fee' },
          ],
          measures: [
            put('measure', { name: 'revenue', default_aggregation: 'sum', expr: /\((.*)\)/.exec(expression)?.[1] }),
          ],
        }),
      ],
    }),
  },
  MDL: {
    parts: ['table', 'cube', 'measure'],
    document: (put, expression) => ({
      models: [
        put('table', {
          name: 'orders',
          tableReference: { table: 'orders' },
          columns: [
            { name: 'net', expression: 'total - tax' },
            { name: 'rest', expression: 'net - fee' },
          ],
        }),
      ],
      cubes: [
        put('cube', {
          name: 'sales',
          baseObject: 'orders',
          measures: [put('measure', { name: 'revenue', type: 'DOUBLE', expression })],
        }),
      ],
    }),
  },
};

function read(document: Fields): { formula: string | null; expression: string | null; left: string[] } {
  const { items, leftOut } = readKnowledge(JSON.stringify(document));
  const metric = items.find((item) => item.kind === 'metric');
  return {
    formula: metric?.formula ? formulaText(metric.formula) : null,
    expression: metric?.expression ?? null,
    left: leftOut.map(({ what, reason }) => `${what}: ${reason}`),
  };
}

describe.each(Object.entries(FORMATS))('metrics of %s', (_, { parts, document }) => {
  it('are formulas in columns of the table', () => {
    expect(read(document((_part, fields) => fields, 'SUM(net)'))).toMatchObject({
      formula: 'SUM((total - tax)) over orders',
      left: [],
    });
  });

  it('are none where something of them, or of their table, is not understood', () => {
    const key = fc.constantFrom('filter', 'where', 'non_additive_dimensions', 'using_relationships', 'window');
    const value = fc.oneof(fc.string({ minLength: 1 }), fc.constant(['x']), fc.constant({ sql: 'x' }), fc.integer());
    fc.assert(
      fc.property(fc.constantFrom(...parts), key, value, fc.boolean(), (at, name, given, isDescribed) => {
        const put: Put = (part, fields) => ({
          ...fields,
          ...(isDescribed && fields['name'] === 'revenue' && { description: 'What came in.' }),
          ...(part === at && { [name]: given }),
        });
        const what = isDescribed ? 'computation of metric revenue' : 'metric revenue';
        expect(read(document(put, 'SUM(net)'))).toEqual({
          formula: null,
          expression: null,
          left: [`${what}: says ${name}, which is not read`],
        });
      }),
    );
  });

  it('are none where a field is made of fields: columns may have their names', () => {
    expect(read(document((_part, fields) => fields, 'SUM(rest)'))).toMatchObject({
      formula: null,
      left: ['computation of metric revenue: does not read columns of one table alone'],
    });
  });
});

it('reports what it does not read of a term', () => {
  const terms = [{ name: 'revenue', definition: 'What came in.', tables: ['orders'], columns: [] }];
  expect(read({ terms }).left).toEqual(['tables of term revenue: is not read']);
});
