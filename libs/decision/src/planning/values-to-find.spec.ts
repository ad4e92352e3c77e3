import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_VALUES, valuesToFind } from './values-to-find.js';

describe('valuesToFind', () => {
  it.each([
    ["How many flights of 'Alaska Airlines' were late?", ['Alaska Airlines']],
    ['Which customers live in New York City?', ['New York City']],
    ['List the airline’s flights from Anchorage.', ['Anchorage']],
    ['What did order A-1042 cost?', ['A-1042']],
    ['Who wrote to ann@example.org?', ['ann@example.org']],
    ['How many singers are there?', []],
    ['How old is she? Which one is taller?', []],
    ['Show the 5 cheapest of 2014', []],
  ])('%s', (question, values) => {
    expect(valuesToFind(question)).toEqual(values);
  });

  it('takes a name that begins the sentence only where more of it follows', () => {
    expect(valuesToFind('Show Tom Hanks films')).toContain('Tom Hanks');
  });

  it('answers any text with a bounded list of distinct values', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8000, unit: 'binary' }), (question) => {
        const values = valuesToFind(question);
        expect(values.length).toBeLessThanOrEqual(MAX_VALUES);
        expect(new Set(values.map((value) => value.toLowerCase())).size).toBe(values.length);
      }),
    );
  });

  it('is quick on hostile text', () => {
    const hostile = [`${'A '.repeat(4000)}`, `'${'a'.repeat(8000)}`, `${'A of the '.repeat(900)}`, '"'.repeat(8000)];
    for (const question of hostile) expect(valuesToFind(question).length).toBeLessThanOrEqual(MAX_VALUES);
  });
});
