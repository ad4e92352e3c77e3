import { describe, expect, it } from '@jest/globals';
import type { ColumnProfile, TableProfile } from '@assay/contracts';
import { describeColumn, describeRegularities, describeStated } from './describe-profile.js';

const CITY: ColumnProfile = {
  name: 'city',
  nullShare: 0.25,
  distinct: 2,
  minimum: 'Aachen',
  maximum: 'Ulm',
  frequent: [
    { value: 'Ulm', count: 1200 },
    { value: '', count: 1 },
  ],
  pattern: null,
};

const TABLE: TableProfile = {
  schema: null,
  name: 'stay',
  rowCount: 2000,
  sampled: false,
  columns: [CITY],
  unique: [['room', 'day']],
  dependencies: [
    { from: 'zip', to: 'city' },
    { from: 'zip', to: 'country' },
  ],
  orders: [{ low: 'arrival', high: 'departure' }],
  inclusions: [{ column: 'guest', schema: null, table: 'person', otherColumn: 'id' }],
  declared: { unique: [], checks: [], generated: [], enums: [], domains: [], view: null },
};

describe('the profile of a column', () => {
  it('shows the number of values, their range and the frequent ones', () => {
    expect(describeColumn(CITY, TABLE)).toEqual({
      values: '2 different, 25 % empty',
      range: 'Aachen … Ulm',
      frequent: 'Ulm (1,200), “” (1)',
    });
  });

  it('shows shares where only a sample was counted', () => {
    const sampled = { rowCount: 5000, sampleRows: 2000 };
    expect(describeColumn(CITY, sampled)).toMatchObject({
      values: '2 different, 25 % empty',
      frequent: 'Ulm (60 %), “” (0.1 %)',
    });
    const day = { ...CITY, pattern: 'date' as const };
    expect(describeColumn(day, sampled).values).toBe(
      '2 different, 25 % empty, dates as text in a sample of 2,000 rows',
    );
  });

  it('says what was not asked of all rows', () => {
    const frequent = [{ value: '{"a":1}', count: 1 }];
    const payload = {
      ...CITY,
      nullShare: 0,
      distinct: 2000,
      frequent,
      sampled: ['distinct' as const, 'range' as const],
    };
    expect(describeColumn(payload, { rowCount: 5000, sampleRows: 2000 })).toEqual({
      values: '2,000 different in a sample of 2,000 rows',
      range: 'Aachen … Ulm in a sample of 2,000 rows',
      frequent: '',
    });
  });

  it('names no value as frequent where all differ', () => {
    const unique = { ...CITY, nullShare: 0, distinct: 3, minimum: null, maximum: null };
    expect(describeColumn(unique, { rowCount: 3 })).toEqual({
      values: 'all different',
      range: '',
      frequent: '',
    });
  });
});

it('shows the rules of rows, one sentence each', () => {
  expect(describeRegularities(TABLE)).toEqual([
    'No two rows have the same room and day.',
    'Rows with the same zip have the same city, country.',
    'arrival is never above departure.',
    'Every guest occurs in person.id.',
  ]);
});

it('shows statements of documents about a table, one sentence each', () => {
  const stated = {
    ...{ schema: null, name: 'stay', unique: [['room', 'day']], notNull: ['guest'] },
    values: [{ column: 'state', values: ['open', 1, true] }],
    foreignKeys: [{ columns: ['guest'], referencedSchema: null, referencedTable: 'person', referencedColumns: ['id'] }],
  };
  expect(describeStated(stated)).toEqual([
    'No two rows have the same room and day.',
    'guest is never empty.',
    'state is one of open, 1, true.',
    'Every guest occurs in person (id).',
  ]);
});
