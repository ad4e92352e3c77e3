import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KnowledgeProblem } from './document/knowledge-problem.js';
import { readFixture } from './fixtures/read-fixture.js';
import { SHOP } from './fixtures/shop-schema.js';
import { knowledgeDifference } from './difference.js';
import { readKnowledge } from './read-knowledge.js';
import { resolveKnowledge } from './schema/resolve-knowledge.js';

function problemOf(text: string): string {
  try {
    readKnowledge(text);
  } catch (error) {
    if (error instanceof KnowledgeProblem) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

const BOMB = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
  .split('')
  .map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`)
  .join('\n')}\nmodels: *j\n`;

describe('a document that cannot be read', () => {
  it.each<[string, string, string]>([
    ['empty', '  \n', 'is empty'],
    ['malformed JSON', '{"nodes": {', 'is not valid JSON'],
    ['malformed YAML', 'models:\n  - name: "orders\n', 'is not valid YAML'],
    ['YAML with a tab', 'models:\n\t- name: orders', 'line 2'],
    ['a key twice', 'terms: []\nterms: []', 'Map keys must be unique (line 2, column 1)'],
    [
      'a key twice in an object of a list',
      'terms: [{a: 1, b: 2, a: 3}]',
      'Map keys must be unique (line 1, column 22)',
    ],
    ['two documents', 'terms: []\n---\nterms: []', 'is not valid YAML'],
    ['a text', 'hello', 'is a text or a list'],
    ['a list', '[1, 2]', 'is a text or a list'],
    ['something else', '{"hello": "world"}', 'is of no known format'],
    ['a bomb of aliases', BOMB, 'alias'],
    ['JSON that is nested deep', `{"nodes": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'deeper than 64'],
    ['YAML that is nested deep', `models: ${'['.repeat(100_000)}`, 'deeper than 64'],
    [
      'YAML that is indented deep',
      `${Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}`,
      'deeper',
    ],
    ['too large', `{"a": "${'x'.repeat(10 * 1024 * 1024)}"}`, 'is too large: documents are JSON up to 10 MB'],
    [
      'YAML that is too large',
      `a: "${'x'.repeat(3 * 1024 * 1024)}"`,
      'is too large: documents are JSON up to 10 MB, YAML up to 2 MB',
    ],
    [
      'too many things',
      JSON.stringify({ terms: Array.from({ length: 60_000 }, (_, at) => ({ name: `t${at}`, definition: 'x' })) }),
      'says more than 50,000 things',
    ],
  ])('says why: %s', (_name, text, why) => expect(problemOf(text)).toContain(why));

  it('finds equal keys in linear time', () => {
    const document = (count: number): string =>
      `terms: []\n${Array.from({ length: count }, (_, at) => `k${at}: &a${at} x`).join('\n')}\nk0: x`;
    expect(problemOf(document(60_000))).toContain('Map keys must be unique (line 60002, column 1)');
  });

  it('leaves out what is too long, and says so', () => {
    const { items, leftOut } = readKnowledge(JSON.stringify({ terms: [{ name: 'a', definition: 'x'.repeat(9000) }] }));
    expect(items).toEqual([]);
    expect(leftOut).toEqual([{ what: 'term a', reason: 'is longer than 8,000 characters' }]);
  });

  it('takes hostile names for names', () => {
    const document = {
      models: [
        { name: '__proto__', description: 'x' },
        { name: 'constructor', columns: [{ name: 'toString', description: 'y\u0000z' }] },
      ],
    };
    const { items } = readKnowledge(JSON.stringify(document));
    expect(resolveKnowledge(items, SHOP).leftOut).toEqual([
      { what: 'description of __proto__', reason: 'the database has no table __proto__' },
      { what: 'description of constructor.toString', reason: 'the database has no table constructor' },
    ]);
    expect(JSON.stringify(items)).not.toContain('\\u0000');
    expect(({} as { description?: string }).description).toBeUndefined();
  });

  it('is read or refused in words, whatever it is', () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const keys = fc.constantFrom(
      ...[
        'models',
        'name',
        'columns',
        'tests',
        'description',
        'semantic_models',
        'measures',
        'metrics',
        'type_params',
        'tables',
        'base_table',
        'table',
        'terms',
        'semantic_model',
        'datasets',
        'source',
        'fields',
        'expression',
        'dialects',
        'tableReference',
        'relationships',
        'nodes',
        'metadata',
        'sources',
      ],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keys, value, { maxKeys: 8 }), (document) => {
        try {
          resolveKnowledge(readKnowledge(JSON.stringify(document)).items, SHOP);
        } catch (error) {
          if (!(error instanceof KnowledgeProblem)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a document that is read again', () => {
  const text = readFixture('schema.yml');

  it('is the same, however it is written', () => {
    const spaced = `# a comment\n${text.replaceAll('unique\n', 'unique   \n')}`;
    expect(readKnowledge(spaced).hash).toBe(readKnowledge(text).hash);
    expect(readKnowledge(text.replace('tax included', 'without tax')).hash).not.toBe(readKnowledge(text).hash);
  });

  it('tells what is new, gone and otherwise', () => {
    const changed = text
      .replace('Key of the customer.', 'Number of the customer.')
      .replace('description: Whether the customer came back.', 'label: x')
      .replace('label: Turnover', 'label: Income')
      .replace('name: status\n', 'name: status\n        description: How far it got.\n');
    const { items } = readKnowledge(text);
    expect(knowledgeDifference(items, readKnowledge(changed).items)).toEqual({
      added: ['description of orders.status'],
      removed: ['description of customers.customer_type'],
      changed: ['description of customers.customer_id', 'metric revenue'],
    });
    expect(knowledgeDifference(items, items)).toEqual({ added: [], removed: [], changed: [] });
  });
});
