import { describe, expect, it } from '@jest/globals';
import type { DatabaseProfile, DatabaseSchema, TableProfile } from '@assay/contracts';
import { knownData, NOTHING_KNOWN } from './known-data.js';
import { renderMSchema } from './render-m-schema.js';

const column = (name: string, nullable: boolean): DatabaseSchema['tables'][number]['columns'][number] => ({
  name,
  type: 'text',
  nullable,
  description: null,
  examples: [],
});
const SCHEMA: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [
    {
      schema: 'public',
      name: 'orders',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [column('id', false), column('email', true), column('city', true)],
      primaryKey: ['id'],
      foreignKeys: [],
    },
  ],
};

function profileOf(part: Partial<TableProfile>): DatabaseProfile {
  const shape = { distinct: 3, minimum: null, maximum: null, frequent: [], pattern: null };
  const table: TableProfile = {
    schema: 'public',
    name: 'orders',
    rowCount: 50,
    sampled: false,
    columns: ['id', 'email', 'city'].map((name) => ({ name, nullShare: name === 'city' ? 0.1 : 0, ...shape })),
    unique: [['id'], ['email'], ['email', 'city']],
    dependencies: [],
    orders: [],
    inclusions: [{ column: 'city', schema: 'public', table: 'town', otherColumn: 'name' }],
    declared: { unique: [], checks: [], generated: [], enums: [], domains: [], view: null },
    ...part,
  };
  return { tables: [table] };
}

const shown = (part: Partial<TableProfile> = {}): string =>
  renderMSchema(SCHEMA, { known: knownData(profileOf(part)) });

describe('what is known of columns', () => {
  it('stands in M-Schema where the schema does not say as much', () => {
    expect(shown()).toContain('(id:TEXT, Primary Key),');
    expect(shown()).toContain('(email:TEXT, never null so far, unique so far)');
    expect(shown()).toContain('(city:TEXT, joins to town.name)');
  });

  it('is known of a whole table where another question was shown few of its columns', () => {
    const profile = profileOf({});
    const [table] = SCHEMA.tables;
    const [id] = table?.columns ?? [];
    const few = { ...SCHEMA, tables: [{ ...table, columns: [id] }] } as DatabaseSchema;
    renderMSchema(few, { known: knownData(profile) });
    expect(renderMSchema(SCHEMA, { known: knownData(profile) })).toBe(shown());
  });

  it('distinguishes samples from whole tables, and declared from observed facts', () => {
    const declared = { unique: [['email']], checks: [], generated: [], enums: [], domains: [], view: null };
    expect(shown({ sampled: true, declared })).toContain('(email:TEXT, never null in a sample, unique)');
  });

  it('says nothing of tables with few rows, which show it by chance', () => {
    expect(shown({ rowCount: 19 })).toBe(renderMSchema(SCHEMA, { known: NOTHING_KNOWN }));
  });

  it('marks tables that were not checked', () => {
    expect(shown({ rowCount: 19 })).toContain('# Table: orders, not checked');
    expect(renderMSchema(SCHEMA, { known: knownData({ tables: [] }) })).toContain('not checked');
    expect(shown()).not.toContain('not checked');
    expect(renderMSchema(SCHEMA)).not.toContain('not checked');
  });

  it('marks text columns that hold numbers, with the values that are none', () => {
    const [, email, city] = profileOf({}).tables[0]?.columns ?? [];
    if (email === undefined || city === undefined) throw new Error('the profile has three columns');
    const columns = [
      { ...email, pattern: 'integer' as const },
      { ...city, notNumbers: ['null', ' n/a'] },
    ];
    expect(shown({ columns, sampleRows: 30 })).toMatch(/email:.*numbers in a sample\).*numbers in a sample, but also/s);
    const text = shown({ columns });
    expect(text).toMatch(/\(email:.*, text that holds numbers\)/);
    expect(text).toContain("(city:TEXT, joins to town.name, text that holds numbers, but also 'null', ' n/a')");
  });

  it('says what documents state, of tables with few rows and of those that were not profiled', () => {
    const stated = {
      schema: 'public',
      name: 'orders',
      unique: [['id'], ['email'], ['email', 'city']],
      notNull: ['id', 'city'],
      values: [
        { column: 'city', values: ['Bern', 'Köln'] },
        { column: 'email', values: Array.from({ length: 100 }, (_, at) => `${at}@shop.test`) },
      ],
      foreignKeys: [],
    };
    for (const { tables } of [profileOf({ rowCount: 3 }), { tables: [] }]) {
      const text = renderMSchema(SCHEMA, { known: knownData({ tables, stated: [stated] }) });
      expect(text).toContain('(id:TEXT, Primary Key),');
      expect(text).toContain('(city:TEXT, never null, only "Bern" or "Köln")');
      expect(text).toContain('(email:TEXT, unique, only 100 values)');
    }
    const seen = renderMSchema(SCHEMA, { known: knownData({ ...profileOf({}), stated: [stated] }) });
    expect(seen).toContain('(email:TEXT, never null so far, unique, only 100 values)');
  });

  it('follows a newer profile of the same schema', () => {
    expect(shown({ unique: [] })).toContain('(email:TEXT, never null so far)');
    expect(shown()).toContain('unique so far');
  });

  it('names labels of enums that the type lacks, whole, and only where values may be shown', () => {
    const schema = structuredClone(SCHEMA);
    const [, email, city] = schema.tables[0]?.columns ?? [];
    Object.assign(email ?? {}, { type: "enum('In Progress')" });
    Object.assign(city ?? {}, { type: 'mood' });
    const many = Array.from({ length: 60 }, (_, at) => `Label ${at}`);
    const shownFor = (labels: string[], examples = true): string => {
      const enums = ['email', 'city'].map((name) => ({ column: name, values: labels }));
      const declared = { unique: [], checks: [], generated: [], enums, domains: [], view: null };
      const known = knownData(profileOf({ rowCount: 0, declared }));
      return renderMSchema(schema, { known, examples });
    };
    const few = shownFor(['In Progress', "it's"]);
    expect(few).toContain("(city:MOOD, only 'In Progress' or 'it''s')");
    expect(few).toContain("(email:enum('In Progress'))");
    expect(shownFor(['In Progress'], false)).not.toContain('In Progress');
    expect(shownFor(['x'.repeat(300), 'b', 'c'])).toContain('(city:MOOD, only 3 values)');
    expect(shownFor(many)).toMatch(/only 'Label 0' or .*'Label 1\d' or \d+ more\)/);
  });
});
