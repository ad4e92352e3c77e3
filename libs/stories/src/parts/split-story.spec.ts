import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitStory } from './split-story.js';

const sentence = (number: number): string => `Sentence number ${number} is about a lighthouse and its keeper. `;
const story = (sentences: number): string => Array.from({ length: sentences }, (_, index) => sentence(index)).join('');

describe('a story in parts', () => {
  it('is its parts joined, whatever its text', () => {
    const fragment = fc.constantFrom(
      'word ',
      'Word. ',
      '\n',
      '. ',
      '"Why?" ',
      '…',
      'x'.repeat(700),
      '😀',
      '。',
      '   ',
      'è ',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 400 }), (fragments) => {
        const text = fragments.join('');
        const parts = splitStory(text);
        expect(parts.join('')).toBe(text);
        for (const part of parts.slice(0, -1)) {
          expect(part.length).toBeGreaterThanOrEqual(1599);
          expect(part.length).toBeLessThanOrEqual(2000);
        }
        expect((parts.at(-1) ?? 'x').length).toBeLessThanOrEqual(2000);
        expect(parts.every((part) => part.isWellFormed())).toBe(true);
      }),
    );
  });

  it('has parts of about 1800 characters that end where sentences end', () => {
    const parts = splitStory(story(200));
    expect(parts).toHaveLength(Math.ceil(story(200).length / 1800));
    for (const part of parts) {
      expect(part).toMatch(/keeper\. $/);
      expect(part).toMatch(/^Sentence/);
    }
    for (const part of parts.slice(0, -1)) expect(Math.abs(part.length - 1800)).toBeLessThanOrEqual(35);
  });

  it('keeps the quotation mark that closes a sentence with it', () => {
    const text = `${'a'.repeat(1790)} "Run!" ${'b'.repeat(1790)}`;
    expect(splitStory(text)[0]).toBe(`${'a'.repeat(1790)} "Run!" `);
  });

  it('ends parts at lines, then at words, where no sentence ends', () => {
    const verse = `${'a'.repeat(1750)}\n${'b'.repeat(600)} ${'c'.repeat(600)}`;
    expect(splitStory(verse)[0]).toBe(`${'a'.repeat(1750)}\n`);
    const words = 'word '.repeat(1000);
    for (const part of splitStory(words)) expect(part).toMatch(/^(word )+$/);
  });

  it('cuts a text without any gap at the target, and no character in two', () => {
    const parts = splitStory(`x${'😀'.repeat(2000)}`);
    expect(parts[0]).toHaveLength(1799);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });

  it('does not leave a crumb behind', () => {
    expect(splitStory('x'.repeat(2000))).toHaveLength(1);
    expect(splitStory('')).toEqual([]);
  });

  it('takes time in proportion to the text', () => {
    const text = ' '.repeat(400_000);
    expect(splitStory(text).join('')).toBe(text);
  });
});
