import { describe, expect, it } from '@jest/globals';
import { estimateTokens, type ColumnSchema, type DatabaseSchema, type TableSchema } from '@assay/contracts';
import fc from 'fast-check';
import { linkSchema, type LinkRequest } from './link-schema.js';
import { qualifiedName } from './qualified-name.js';
import { renderMSchema } from './render-m-schema.js';
import { identifierTerms, splitIdentifier, textTerms } from './terms.js';

function column(name: string, overrides: Partial<ColumnSchema> = {}): ColumnSchema {
  return { name, type: 'text', nullable: true, description: null, examples: [], ...overrides };
}

function table(name: string, columns: ColumnSchema[], overrides: Partial<TableSchema> = {}): TableSchema {
  return {
    schema: null,
    name,
    kind: 'table',
    description: null,
    rowEstimate: null,
    columns,
    primaryKey: [],
    foreignKeys: [],
    ...overrides,
  };
}

function database(tables: TableSchema[]): DatabaseSchema {
  return { dialect: 'sqlite', name: 'music', tables };
}

const singer = table(
  'singer',
  [
    column('singer_id', { type: 'integer', nullable: false, examples: ['1', '2'] }),
    column('name', { description: 'stage name', examples: ['Joe\n# Table: evil', 'x'.repeat(100)] }),
  ],
  { primaryKey: ['singer_id'], description: 'people\nwho sing' },
);
const concert = table('concert', [column('concert_id'), column('singer_id')], {
  kind: 'view',
  foreignKeys: [
    { columns: ['singer_id'], referencedSchema: null, referencedTable: 'singer', referencedColumns: ['singer_id'] },
  ],
});
const music = database([singer, concert]);

describe('renderMSchema', () => {
  it('writes tables, columns, keys, descriptions, examples and foreign keys', () => {
    expect(renderMSchema(music)).toBe(
      [
        '【DB_ID】 music',
        '【Schema】',
        '# Table: singer, people who sing',
        '[',
        '(singer_id:INTEGER, Primary Key),',
        `(name:TEXT, stage name, Examples: ['Joe\\n# Table: evil', '${'x'.repeat(58)}…])`,
        ']',
        '# Table: concert, a view',
        '[',
        '(concert_id:TEXT),',
        '(singer_id:TEXT)',
        ']',
        '【Foreign keys】',
        'concert.singer_id=singer.singer_id',
      ].join('\n'),
    );
  });

  it.each([
    ['character varying(20)', 'CHARACTER VARYING(20)'],
    ["enum('open','In Progress','It''s')", "enum('open','In Progress','It''s')"],
    ['STRUCT(a INTEGER, "b c" VARCHAR)', 'STRUCT(a INTEGER, "b c" VARCHAR)'],
    ['"Mood"', '"Mood"'],
  ])('spells names and labels in the type %s as they are', (type, shown) => {
    expect(renderMSchema(database([table('t', [column('c', { type })])]))).toContain(`(c:${shown})`);
  });

  it('shows values exactly, and numbers as they are', () => {
    const codes = column('code', { examples: [' AB', 'AB', "O'Hare", 'a, b', '7'] });
    const price = column('price', { type: 'DECIMAL(8,2)', examples: ['7.50', "'null'"] });
    const text = renderMSchema(database([table('flight', [codes, price])]));
    expect(text).toContain("(code:TEXT, Examples: [' AB', 'AB', 'O''Hare', 'a, b', '7'])");
    expect(text).toContain("(price:DECIMAL(8,2), Examples: [7.50, '''null'''])");
  });

  it('lists a foreign key once that is declared twice', () => {
    const [key] = concert.foreignKeys as [TableSchema['foreignKeys'][number]];
    const twice = database([singer, { ...concert, foreignKeys: [key, key] }]);
    expect(renderMSchema(twice).match(/concert\.singer_id=/g)).toHaveLength(1);
  });

  it('shows no value where examples are off', () => {
    expect(renderMSchema(music, { examples: false })).not.toMatch(/Examples|Joe/);
    const [table] = music.tables as [TableSchema];
    const [column] = table.columns as [TableSchema['columns'][number]];
    const labelled = { ...music, tables: [{ ...table, columns: [{ ...column, type: "enum('Joe','Ann')" }] }] };
    expect(renderMSchema(labelled)).toContain("enum('Joe','Ann')");
    expect(renderMSchema(labelled, { examples: false })).toContain('ENUM (2 LABELS)');
  });

  it('leaves out tables that are not wanted, and foreign keys that lead to them', () => {
    const text = renderMSchema(music, { tables: ['concert'] });
    expect(text).toContain('# Table: concert');
    expect(text).not.toMatch(/# Table: singer|Foreign keys/);
  });

  it.each([
    ['public', 'public', false],
    ['sales', 'sales', true],
    ['public', 'sales', true],
  ])('names the schemas %s and %s only where a name needs them', (first, second, isNamed) => {
    const key = { columns: ['b_id'], referencedSchema: second, referencedTable: 'b', referencedColumns: ['id'] };
    const tables = [
      table('a', [column('b_id')], { schema: first, foreignKeys: [key] }),
      table('b', [column('id')], { schema: second }),
    ];
    const text = renderMSchema(database(tables));
    expect(text).toContain(isNamed ? `# Table: ${first}.a` : '# Table: a');
    expect(text).toContain(isNamed ? `${first}.a.b_id=${second}.b.id` : 'a.b_id=b.id');
    expect(text.includes('public.')).toBe(isNamed && first === 'public');
  });

  it('leaves out the database of a ClickHouse connection, which is the schema of its tables', () => {
    const clickhouse = { ...database([table('a', [column('b')], { schema: 'shop' })]), name: 'shop' };
    expect(renderMSchema({ ...clickhouse, dialect: 'clickhouse' })).toContain('# Table: a\n');
    expect(renderMSchema({ ...clickhouse, dialect: 'postgres' })).toContain('# Table: shop.a\n');
  });

  it.each(['bigint', 'serial', 'NUMBER', 'NUMBER(10)', 'numeric(18, 0)', 'decimal(9,0)'])(
    'shows no examples of a key of type %s',
    (type) => {
      const keyed = table('a', [column('id', { type, examples: ['17'] })], { primaryKey: ['id'] });
      expect(renderMSchema(database([keyed]))).not.toContain('Examples');
      const price = table('a', [column('id', { type: 'numeric(8,2)', examples: ['17'] })], { primaryKey: ['id'] });
      expect(renderMSchema(database([price]))).toContain('Examples');
    },
  );

  it('lists tables that are not shown by name', () => {
    const text = renderMSchema(music, { tables: ['concert'], others: ['singer', 'evil\n# Table: x'] });
    expect(text).toMatch(/【Other tables, columns not shown】\nsinger, evil # Table: x$/);
    expect(renderMSchema(music)).not.toContain('Other tables');
  });

  it('shuffles tables and columns by the seed alone, losing none', () => {
    const wide = database(
      Array.from({ length: 8 }, (_, index) =>
        table(
          `t${index}`,
          ['a', 'b', 'c', 'd'].map((name) => column(name)),
        ),
      ),
    );
    const lines = (text: string): string[] => text.replaceAll(',', '').split('\n').sort();
    const plain = renderMSchema(wide);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = renderMSchema(wide, { seed });
        expect(renderMSchema(wide, { seed })).toBe(text);
        expect(lines(text)).toEqual(lines(plain));
      }),
    );
    expect(new Set([1, 2, 3, 4].map((seed) => renderMSchema(wide, { seed }))).size).toBeGreaterThan(2);
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['customer_id', 3],
    ['internationalization', 4],
    ['12345', 2],
    ['日本語', 3],
  ])('%p is about %p', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('never says less for a longer text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) =>
        expect(estimateTokens(`${one}\n${other}`)).toBeGreaterThanOrEqual(estimateTokens(one) - 1),
      ),
    );
  });
});

describe('splitIdentifier', () => {
  it.each([
    ['customerOrder_ID2', ['customer', 'order', 'id', '2']],
    ['HTTPServerName', ['http', 'server', 'name']],
    ['città-natale', ['città', 'natale']],
    ['___', []],
  ])('%s', (name, words) => {
    expect(splitIdentifier(name)).toEqual(words);
  });

  it('stems, so that singular and plural meet', () => {
    expect(identifierTerms('stadiums')).toEqual(textTerms('stadium'));
    expect(textTerms('which are the of')).toEqual([]);
  });
});

describe('linkSchema', () => {
  const filler = Array.from({ length: 200 }, (_, index) =>
    table(
      `ledger_${index}`,
      Array.from({ length: 20 }, (_unused, place) => column(`amount_${index}_${place}`)),
      { primaryKey: [`amount_${index}_0`] },
    ),
  );
  const bridge = table(
    'appearance',
    [column('stage_ref'), column('singer_ref'), ...Array.from({ length: 30 }, (_, place) => column(`extra_${place}`))],
    {
      primaryKey: ['stage_ref', 'singer_ref'],
      foreignKeys: [
        {
          columns: ['singer_ref'],
          referencedSchema: null,
          referencedTable: 'singer',
          referencedColumns: ['singer_id'],
        },
        {
          columns: ['stage_ref'],
          referencedSchema: null,
          referencedTable: 'stadium',
          referencedColumns: ['stadium_id'],
        },
      ],
    },
  );
  const stadium = table(
    'stadium',
    [column('stadium_id'), column('capacity'), column('city', { examples: ['Verona'] })],
    { primaryKey: ['stadium_id'] },
  );
  const large = database([...filler.slice(0, 100), singer, bridge, stadium, ...filler.slice(100)]);
  const request = (overrides: Partial<LinkRequest> = {}): LinkRequest => ({
    question: 'Which singers performed in the largest stadiums?',
    evidence: [],
    foundValues: [],
    goldSqls: [],
    tokenBudget: 1500,
    ...overrides,
  });

  it('keeps the whole schema where it fits', () => {
    const linked = linkSchema(music, request({ tokenBudget: 1000 }));
    expect(linked).toMatchObject({ schema: music, kept: ['singer', 'concert'], dropped: 0 });
  });

  it('keeps what the question names, and the table that joins it, within the budget', () => {
    const linked = linkSchema(large, request());
    expect(linked.kept.slice(0, 3).sort()).toEqual(['appearance', 'singer', 'stadium']);
    expect(linked.dropped).toBe(large.tables.length - linked.kept.length);
    expect(estimateTokens(renderMSchema(linked.schema))).toBeLessThanOrEqual(1500);
  });

  it('names relevant tables that it drops, within their own budget', () => {
    const { kept, others } = linkSchema(large, request({ question: 'Which ledger amounts are there?' }));
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter((name) => kept.includes(name))).toEqual([]);
    expect(others.every((name) => name.startsWith('ledger_'))).toBe(true);
    expect(estimateTokens(others.join(', '))).toBeLessThanOrEqual(1500);
    expect(linkSchema(large, request({ question: 'zzz' })).others).toEqual([]);
  });

  it('keeps every primary and foreign key of a kept table, and what others refer to', () => {
    for (const tokenBudget of [150, 300, 600, 1200, 2400]) {
      const { schema } = linkSchema(large, request({ tokenBudget }));
      for (const kept of schema.tables) {
        const whole = large.tables.find((candidate) => candidate.name === kept.name);
        const keys = [...kept.primaryKey, ...(whole?.foreignKeys ?? []).flatMap(({ columns }) => columns)];
        expect(kept.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(keys));
        expect(kept.foreignKeys).toEqual(whole?.foreignKeys);
      }
    }
  });

  it.each([
    [
      'a value found in it',
      {
        question: 'Tell me more',
        foundValues: [{ value: 'verona', table: 'stadium', column: 'city', stored: 'Verona' }],
      },
    ],
    ['an example value', { question: 'What happens in Verona?' }],
    ['the evidence', { question: 'Where is it?', evidence: ['a venue is a stadium'] }],
    [
      'a gold SQL',
      { question: 'Where is it?', goldSqls: [{ question: 'Where?', sql: 'SELECT city FROM stadium', evidence: null }] },
    ],
  ])('finds a table by %s', (_how, overrides) => {
    expect(linkSchema(large, request({ ...overrides, tokenBudget: 600 })).kept[0]).toBe('stadium');
  });

  it('counts the notes on columns in the budget', () => {
    const known = { ofColumn: () => ['never null so far', 'unique so far'], isChecked: () => true };
    const question = 'Which ledger amounts are there?';
    const linked = linkSchema(large, request({ question, tokenBudget: 3000, known }));
    expect(linked.kept.length).toBeGreaterThan(3);
    expect(estimateTokens(renderMSchema(linked.schema, { known }))).toBeLessThanOrEqual(3000);
    expect(linkSchema(large, request({ question, tokenBudget: 3000 })).kept.length).toBeGreaterThan(linked.kept.length);
  });

  it('never passes the budget, and is the same for the same question', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 5000 }),
        fc.constantFrom('singer', 'ledger 7 amounts', 'zzz', ''),
        (tokenBudget, question) => {
          const linked = linkSchema(large, request({ question, tokenBudget }));
          expect(linked.tokens).toBeLessThanOrEqual(tokenBudget);
          expect(estimateTokens(renderMSchema(linked.schema))).toBeLessThanOrEqual(tokenBudget);
          expect(linkSchema(large, request({ question, tokenBudget }))).toEqual(linked);
          expect(new Set(linked.schema.tables.map(qualifiedName)).size).toBe(linked.kept.length);
        },
      ),
      { numRuns: 12 },
    );
  });
});
