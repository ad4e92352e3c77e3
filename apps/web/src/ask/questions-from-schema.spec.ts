import { describe, expect, it } from '@jest/globals';
import type { TableSchema } from '@assay/contracts';
import { questionsFromSchema } from './questions-from-schema.js';

function table(name: string, rowEstimate: number, part: Partial<TableSchema> = {}): TableSchema {
  return {
    schema: null,
    name,
    kind: 'table',
    description: null,
    rowEstimate,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
    ...part,
  };
}

describe('questions from a schema', () => {
  it('are about the largest tables, their parents and their dates, in the words of the schema', () => {
    const visits = table('doctor_visit', 900, {
      foreignKeys: [
        { columns: ['patient'], referencedSchema: null, referencedTable: 'patient', referencedColumns: ['id'] },
      ],
      columns: [{ name: 'visitDate', type: 'date', nullable: false, description: null, examples: [] }],
    });
    expect(questionsFromSchema([table('patient', 10), visits])).toEqual([
      'Which patient has the most doctor visits?',
      'How many doctor visits are there per month of visit date?',
      'How many doctor visits are there?',
    ]);
  });

  it.each([
    ['categories', 'category', 'orders', 'orders'],
    ['addresses', 'address', 'delivery', 'deliveries'],
    ['status', 'status', 'day', 'days'],
  ])('name %s %s, and %s %s', (parent, one, child, many) => {
    const foreignKeys = [
      { columns: ['p'], referencedSchema: null, referencedTable: parent, referencedColumns: ['id'] },
    ];
    expect(questionsFromSchema([table(child, 9, { foreignKeys })])[0]).toBe(`Which ${one} has the most ${many}?`);
  });

  it('leave views out, and are none where there is no table', () => {
    expect(questionsFromSchema([table('sales', 5, { kind: 'view' })])).toEqual([]);
  });
});
