import { describe, expect, it } from '@jest/globals';
import { COMPANY, profileOf } from '../fixtures/schemas.js';
import { readStatement } from '../statements/read-statement.js';
import { shapeOf } from '../suite/suite-plan.js';
import { InstanceGenerator } from './generate.js';
import { valuesNearNow } from './near-now.js';
import { schemaModel } from './schema-model.js';
import type { ColumnModel } from './table-model.js';

const NOW = new Date('2024-03-31T10:20:30.400Z');
const column = (kind: ColumnModel['kind']): ColumnModel => ({ kind, profile: null }) as ColumnModel;

describe('values near now', () => {
  it('are a day, a month and a year away, in months that end earlier too', () => {
    expect(valuesNearNow(column('date'), NOW)).toEqual([
      '2024-03-31',
      '2024-03-30',
      '2024-04-01',
      '2024-02-29',
      '2024-04-30',
      '2023-03-31',
      '2025-03-31',
    ]);
    expect(valuesNearNow(column('datetime'), NOW)[0]).toBe('2024-03-31 10:20:30');
    expect(valuesNearNow(column('integer'), NOW)).toEqual([]);
  });

  it.each([
    ["select title from project where start_day > date('now', '-1 month')", true],
    ["select title from project where start_day > '2019-01-01'", false],
  ])('are drawn where a statement reads the clock: %s', async (sql, isDrawn) => {
    const facts = [await readStatement(sql, 'sqlite', COMPANY)];
    const model = schemaModel(COMPANY, profileOf(COMPANY, {}, {}), facts);
    const generator = new InstanceGenerator(model, facts, 3, NOW);
    const drawn = Array.from({ length: 20 }, (_, ordinal) =>
      JSON.stringify(generator.generate(ordinal, 'generated', shapeOf(3, ordinal, null)).tables),
    ).join();
    const near = valuesNearNow(column('date'), NOW).map(String);
    expect(near.filter((day) => drawn.includes(day)).length >= 4).toBe(isDrawn);
  });
});
