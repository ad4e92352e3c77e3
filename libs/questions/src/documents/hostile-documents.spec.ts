import { describe, expect, it } from '@jest/globals';
import type { TableSchema } from '@assay/contracts';
import { cpuMs } from '@assay/testing';
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
    const took = cpuMs(() =>
      expect(problemOf(document(60_000))).toContain('Map keys must be unique (line 60002, column 1)'),
    );
    expect(took).toBeLessThan(10_000);
  });

  it('leaves out what is too long, and says so', () => {
    const { items, leftOut } = readKnowledge(JSON.stringify({ terms: [{ name: 'a', definition: 'x'.repeat(9000) }] }));
    expect(items).toEqual([]);
    expect(leftOut).toEqual([{ what: 'term a', reason: 'is longer than 8,000 characters' }]);
  });

  it('finds columns in linear time', () => {
    const columns = Array.from({ length: 1600 }, (_, at) => ({ name: `c${at}`, type: 'text', nullable: true }));
    const wide = { ...SHOP.tables[0], columns } as TableSchema;
    const [schema, names] = [{ ...SHOP, tables: [wide] }, columns.map(({ name }) => name).slice(0, 1000)];
    const item = { kind: 'unique', table: { schema: null, name: wide.name }, columns: names } as const;
    const items = Array.from({ length: 2000 }, () => ({ ...item, columns: [...names] }));
    expect(cpuMs(() => expect(resolveKnowledge(items, schema).items).toHaveLength(2000))).toBeLessThan(10_000);
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

const many = (count: number, line: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between);
const TERM = 'terms: [{name: a, definition: b}]';

describe('a document of an attacker', () => {
  it.each<[string, string, boolean]>([
    ['many anchors', `terms: []\nx: [${many(50_000, (at) => `&a${at} x`, ', ')}]`, true],
    ['one anchor many times', `a: &a x\nterms: []\nb: [${many(50_000, () => '*a', ', ')}]`, false],
    ['an alias of nothing', 'terms: *nothing', false],
    ['an alias of itself', 'terms: &a [*a]', false],
    ['a cycle through a map', 'a: &a {b: *a}\nterms: []', false],
    ['an alias as a key', 'a: &a {b: c}\n? *a\n: x\nterms: []', true],
    ['a merge of itself', 'terms: &a [{<<: *a, name: x}]', false],
    [
      'merges of merges',
      `a0: &a0 {k: x}\n${many(2000, (at) => `a${at + 1}: &a${at + 1} {<<: *a${at}, k${at}: x}`)}\nterms: []`,
      false,
    ],
    ['a merge of the prototype', 'terms: [{<<: {__proto__: {polluted: x}}, name: a, definition: b}]', true],
    ['the prototype as a key', '__proto__: {polluted: x}\nterms: []', true],
    ['the prototype as a value', `terms: [{name: __proto__, definition: b, synonyms: [constructor, toString]}]`, true],
    ['constructors as keys', 'constructor: {prototype: {polluted: x}}\nterms: []', true],
    ['code in a tag', `terms: !!js/function 'function () { globalThis.polluted = 1 }'`, false],
    ['an object of Python', `terms: !!python/object/apply:os.system ['touch /tmp/polluted']`, true],
    ['an unknown tag', `terms: !<tag:evil.example,2026:x> []`, true],
    ['a tag without end', `terms: !${'x'.repeat(100_000)} []`, true],
    ['a binary', `terms: [{name: !!binary ${'QUJD'.repeat(10_000)}, definition: b}]`, true],
    ['a set', 'terms: !!set {? a, ? b}', false],
    ['a directive', `%YAML 9.9\n---\n${TERM}`, true],
    ['directives without end', `${'%X y\n'.repeat(20_000)}---\n${TERM}`, true],
    ['a hundred documents', `${TERM}\n`.concat(`---\n${TERM}\n`.repeat(100)), false],
    ['a key of 100,000 characters', `? "${'k'.repeat(100_000)}"\n: x\nterms: []`, true],
    ['a key that is a map', '? {a: {b: [c]}}\n: x\nterms: []', true],
    ['the same key as a number and a text', '1: a\n"1": b\nterms: []', true],
    ['30,000 keys', `terms: []\n${many(30_000, (at) => `k${at}: x`)}`, true],
    ['30,000 lists', `terms: []\nx: [${many(30_000, () => '[]', ', ')}]`, true],
    ['maps of one line, 300 deep', `terms: ${'{a: '.repeat(300)}x${'}'.repeat(300)}`, false],
    ['lists of one line, 200 deep', `terms: ${'- '.repeat(200)}x`, false],
    ['lists of lines, 500 deep', many(500, (at) => `${' '.repeat(at)}-`), false],
    ['question marks, 10,000 deep', `terms:\n${'? '.repeat(10_000)}`, false],
    ['a text that folds 50,000 times', `terms:\n  - name: a\n    definition: >\n${'      x\n\n'.repeat(50_000)}`, true],
    ['escapes without end', `terms: [{name: "${'\\u0041'.repeat(50_000)}", definition: b}]`, true],
    ['a broken escape', 'terms: [{name: "\\ud800\\x", definition: b}]', false],
    ['NUL', 'terms: [{name: "a\0b", definition: b}]', true],
    ['control characters', 'terms: [{name: a\x1b[2J, definition: b}]', false],
    ['directions of writing', 'terms: [{name: "a\u202eb\u2066", definition: "\u202egnp.exe"}]', true],
    ['a date beyond all times', 'terms: [{name: 9999999-99-99T99:99:99Z, definition: b}]', true],
    ['a number beyond all numbers', `terms: [{name: 1${'0'.repeat(400)}, definition: .inf}]`, true],
    ['UTF-16', Buffer.from(`\ufeff${TERM}`, 'utf16le').toString(), false],
    ['Latin-1', Buffer.from('terms: [{name: Größe, definition: b}]', 'latin1').toString(), true],
    ['UTF-8 with a mark', `\ufeff${TERM}`, true],
    ['JSON of 60,000 equal keys', `{"terms": [], ${many(60_000, () => '"a": 1', ', ')}}`, true],
    ['JSON with the prototype', '{"__proto__": {"polluted": 1}, "terms": []}', true],
    ['JSON as a text of JSON', JSON.stringify(JSON.stringify({ terms: [] })), false],
    ['a zip', Buffer.from('504b0304140000000800', 'hex').toString('latin1'), false],
    ['a page', '<!doctype html><script>alert(1)</script>', false],
    ['XML with an entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', false],
  ])('is read or refused, soon and without effect: %s', (_what, text, isRead) => {
    let outcome = true;
    const took = cpuMs(() => {
      try {
        resolveKnowledge(readKnowledge(text).items, SHOP);
      } catch (error) {
        if (!(error instanceof KnowledgeProblem)) throw error;
        outcome = false;
      }
    });
    expect(outcome).toBe(isRead);
    expect(took).toBeLessThan(10_000);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect((globalThis as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('a document that is read again', () => {
  const text = readFixture('schema.yml');

  it('is the same, however it is written', () => {
    const spaced = `# a comment\n${text.replaceAll('unique\n', 'unique   \n')}`;
    expect(readKnowledge(spaced).hash).toBe(readKnowledge(text).hash);
    expect(readKnowledge(text.replace('tax included', 'without tax')).hash).not.toBe(readKnowledge(text).hash);
  });

  it('lists new, removed and changed items', () => {
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
