import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema } from '@assay/contracts';
import fc from 'fast-check';
import { MAX_VALUE_WORDS, mayNameOther, namingTerms, schemaTerms, valueWords } from './value-words.js';

const column = (name: string) => ({ name, type: 'text', nullable: true, primaryKey: false, examples: [] });
const schema = {
  dialect: 'sqlite',
  name: 'shop',
  tables: [
    { schema: null, name: 'customers', columns: [column('cityName'), column('joined_at')] },
    { schema: null, name: 'bookCategory', columns: [column('weight'), column('IndepYear')] },
  ],
} as unknown as DatabaseSchema;
const terms = schemaTerms(schema);

describe('valueWords', () => {
  it.each([
    ['how many customers live in bologna', ['bologna']],
    ['Bologna: how many customers?', ['bologna']],
    ['which customers live in new york?', ['new', 'new york', 'york']],
    ["customers of verona's districts", ['verona', 'verona districts', 'districts', 'district']],
    ['what did the bank of america pay', ['bank', 'bank of america', 'america', 'pay']],
    ['customers from saint-étienne or düsseldorf', ['saint-étienne', 'düsseldorf']],
  ])('%s', (question, words) => {
    expect(valueWords(question, terms)).toEqual(expect.arrayContaining(words));
  });

  it.each([
    'How many customers are there in each city?',
    'Show the names of all customers that joined after 2014, ordered by weight.',
    'How many books has each category? (0.25) latency=200 slow=0',
    'What is the average weight per category?',
    'What is the independence year?',
    '',
  ])('finds nothing to look up in: %s', (question) => {
    expect(valueWords(question, terms)).toEqual([]);
  });

  it('joins no words across a comma or a full stop', () => {
    expect(valueWords('verona, bologna. genova', terms)).toEqual(['verona', 'bologna', 'genova']);
  });

  it('gives a bounded list of distinct words for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8000, unit: 'binary' }), (question) => {
        const words = valueWords(question, terms);
        expect(words.length).toBeLessThanOrEqual(MAX_VALUE_WORDS);
        expect(new Set(words).size).toBe(words.length);
      }),
    );
  });
});

describe('mayNameOther', () => {
  const known = namingTerms(schema);

  it.each([
    ['How many rows does zebra_new have?', true],
    ['How many customers2?', true],
    // the table `city` may be new: there is a column `cityName`
    ['Which cities are there?', true],
    ['How many customers by weight?', false],
    ['Show all book categories', false],
    ['How many are there in 2024?', false],
  ])('%s: %s', (question, expected) => {
    expect(mayNameOther(question, known)).toBe(expected);
  });
});
