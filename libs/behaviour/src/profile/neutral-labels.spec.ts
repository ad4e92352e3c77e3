import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { DatabaseProfile, DatabaseSchema, Dialect } from '@assay/contracts';
import { InstanceGenerator } from '../instances/generate.js';
import { schemaModel } from '../instances/schema-model.js';
import { readStatement } from '../statements/read-statement.js';
import { shapeOf } from '../suite/suite-plan.js';
import { withNeutralLabels, type Declared } from './neutral-labels.js';
import { NOTHING_DECLARED } from './take-profile.js';

const LABELS = ['draft', "sent 'by hand'", 'A', 'Überfällig'];

function invoices(dialect: Dialect, type: string): Declared {
  const column = (name: string, own: string): DatabaseSchema['tables'][number]['columns'][number] => {
    return { name, type: own, nullable: false, description: null, examples: [] };
  };
  const schema: DatabaseSchema = {
    dialect,
    name: 'shop',
    tables: [
      {
        schema: 'public',
        name: 'invoice',
        kind: 'table',
        description: null,
        rowEstimate: null,
        columns: [column('id', 'integer'), column('state', type)],
        primaryKey: ['id'],
        foreignKeys: [],
      },
    ],
  };
  const declared = {
    ...NOTHING_DECLARED,
    enums: [{ column: 'state', values: LABELS }],
    checks: ["state <> 'draft'::state OR id > 5"],
    generated: [{ column: 'late', expression: "state = 'Überfällig'" }],
    view: "select id from invoice where state <> 'sent ''by hand'''",
  };
  const table = { schema: 'public', name: 'invoice', rowCount: 0, sampled: false, columns: [], declared };
  const nothing = { unique: [], dependencies: [], orders: [], inclusions: [] };
  const values = [{ column: 'state', values: ['draft', 'Überfällig'] }];
  const stated = [{ schema: 'public', name: 'invoice', unique: [], notNull: [], values, foreignKeys: [] }];
  const profile: DatabaseProfile = { tables: [{ ...table, ...nothing }], stated };
  return { schema, profile };
}

describe('neutral labels', () => {
  it('stand for what no statement names, in its order and wherever it is referred to', () => {
    const { profile } = withNeutralLabels(invoices('postgres', 'public.state'), [
      "select id from invoice where state = 'draft'",
    ]);
    expect(profile.tables[0]?.declared).toMatchObject({
      enums: [{ column: 'state', values: ['draft', 'C', 'D', 'E'] }],
      checks: ["state <> 'draft'::state OR id > 5"],
      generated: [{ column: 'late', expression: "state = 'E'" }],
      view: "select id from invoice where state <> 'C'",
    });
    expect(profile.stated?.[0]?.values).toEqual([{ column: 'state', values: ['draft', 'E'] }]);
  });

  it('stand in types that are written with their values', () => {
    const type = "enum('draft','sent ''by hand''','A','Überfällig')";
    const { schema } = withNeutralLabels(invoices('mysql', type), ["select 1 where state = 'DRAFT'"]);
    expect(schema.tables[0]?.columns[1]?.type).toBe("enum('draft','C','D','E')");
  });

  it('are all that instances hold, beside labels that statements name', async () => {
    const named = fc.subarray(LABELS);
    await fc.assert(
      fc.asyncProperty(named, fc.integer({ min: 0, max: 1000 }), async (labels, seed) => {
        const texts = ['select state from invoice', ...labels.map((label) => `'${label.replaceAll("'", "''")}'`)];
        const sql = texts.join(' where state <> ');
        const declared = withNeutralLabels(invoices('postgres', 'public.state'), [sql]);
        const facts = [await readStatement(sql, 'postgres', declared.schema)];
        const model = schemaModel(declared.schema, declared.profile, facts);
        const instance = new InstanceGenerator(model, facts, seed).generate(0, 'generated', shapeOf(seed, 0, null));
        const hidden = LABELS.filter((label) => !labels.includes(label));
        const held = instance.tables.flat(2).filter((value) => typeof value === 'string');
        expect(held.filter((value) => hidden.includes(value))).toEqual([]);
        expect(model.scratch.tables[0]?.columns[1]?.allowed).toHaveLength(LABELS.length);
      }),
      { numRuns: 50 },
    );
  });
});
