import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RelevanceIndex } from './relevance-index.js';

function indexOf(...texts: string[]): RelevanceIndex<string> {
  const index = new RelevanceIndex<string>();
  for (const text of texts) index.add(text, text, { text });
  return index;
}

function best(index: RelevanceIndex<string>, question: string): string | undefined {
  return index.search({ text: question }, { top: 1, threshold: 0.15 })[0]?.item;
}

describe('RelevanceIndex', () => {
  it.each([
    ['inflections that no stem covers', 'Quale cliente compra di più?', 'Quali clienti comprano libri?'],
    ['compounds', 'Welche Bestellungen sind offen?', 'Summe der Kundenbestellung nach Jahr'],
    ['typos', 'How many custmers bougth bookz?', 'Customers who bought books'],
    ['accents', 'citta degli autori', 'Città di nascita di ogni autore'],
    ['scripts without spaces', '各国の顧客数', '国別の顧客'],
    ['letter case', 'REVENUE BY CHANNEL', 'revenue per channel'],
  ])('finds likeness across %s', (_name, question, wanted) => {
    const others = [
      'Tracks of an album',
      'Piloti per scuderia',
      'Flughäfen nach Land',
      '航空会社の便',
      'Staff salaries',
    ];
    expect(best(indexOf(...others, wanted), question)).toBe(wanted);
  });

  it('finds nothing where nothing is alike', () => {
    const index = indexOf('How many customers are there?', 'List all films by language');
    expect(best(index, 'Average departure delay at each airport')).toBeUndefined();
  });

  it('does not take the words of every question for likeness', () => {
    const index = indexOf('How many of the customers are there in each of them?');
    expect(index.search({ text: 'How many are in each of the warehouses?' }, { top: 1, threshold: 0.1 })).toEqual([]);
  });

  it('counts an aside less than the text', () => {
    const index = new RelevanceIndex<string>();
    index.add('beside', 'beside', { text: 'Orders by month', aside: 'revenue is net of discounts' });
    index.add('itself', 'itself', { text: 'revenue is net of discounts', aside: 'Orders by month' });
    const found = index.search({ text: 'net revenue after discounts' }, { top: 2, threshold: 0 });
    expect(found.map(({ item }) => item)).toEqual(['itself', 'beside']);
  });

  it('keeps the newer one first among equals, and forgets what was removed', () => {
    const index = new RelevanceIndex<string>();
    index.add('1', 'older', { text: 'books sold' });
    index.add('2', 'newer', { text: 'books sold' });
    const search = (): string[] =>
      index.search({ text: 'sold books' }, { top: 5, threshold: 0.1 }).map(({ item }) => item);
    expect(search()).toEqual(['newer', 'older']);
    index.remove('2');
    expect(search()).toEqual(['older']);
    expect(index.size).toBe(1);
  });

  it('scores between 0 and 1, 1 for the text itself, whatever else there is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 8 }), fc.nat(7), (texts, at) => {
        const index = indexOf(...texts);
        const asked = texts[at % texts.length] ?? '';
        const found = index.search({ text: asked }, { top: 10, threshold: 0 });
        expect(found.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
        const own = found.find(({ item }) => item === asked)?.score ?? 0;
        expect(own === 0 || own > 0.999).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
