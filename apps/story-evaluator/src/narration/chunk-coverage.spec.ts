import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChunkCoverage } from './chunk-coverage.js';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

function percentOf(source: string, ...texts: string[]): number {
  const coverage = new ChunkCoverage(source);
  for (const text of texts) coverage.add(text);
  return coverage.percent;
}

describe('the coverage of a chunk', () => {
  it('is the share of words spoken', () => {
    expect(percentOf(numbered(0, 100), numbered(0, 89))).toBe(89);
    expect(percentOf(numbered(0, 100), numbered(0, 50), numbered(50, 100))).toBe(100);
    expect(percentOf(numbered(0, 100))).toBe(0);
  });

  it('is valid at the threshold and not below it', () => {
    const coverage = new ChunkCoverage(numbered(0, 100));
    coverage.add(numbered(0, 89));
    expect(coverage.reaches(90)).toBe(false);
    coverage.add(numbered(89, 90));
    expect(coverage.reaches(90)).toBe(true);
    expect(coverage.reaches(90.5)).toBe(false);
  });

  it('is 0 for a source without words, and never valid', () => {
    for (const source of ['', '  \n', '* * *', '—…!?']) {
      const coverage = new ChunkCoverage(source);
      coverage.add('anything at all');
      expect(coverage.percent).toBe(0);
      expect(coverage.reaches(0)).toBe(false);
    }
  });

  it('sees through case, punctuation and layout', () => {
    const source = '"Don\'t go," said MARIA —\n  and closed the door…';
    expect(percentOf(source, "don't GO said Maria; and   closed the door")).toBe(100);
  });

  it('sees one word in both ways to write an accent', () => {
    const source = 'Perché così è più là, città naïve, Ångström, Ünïcödé';
    expect(percentOf(source.normalize('NFC'), source.normalize('NFD'))).toBe(100);
    expect(percentOf(source.normalize('NFD'), source.toUpperCase())).toBe(100);
    expect(percentOf('Perché così è', 'Perche cosi e')).toBe(0);
  });

  it('counts letters and digits of any script', () => {
    expect(percentOf('Она пришла в 7 часов', 'она пришла в 7 часов')).toBe(100);
    expect(percentOf('हिन्दी में लिखा', 'हिन्दी में लिखा')).toBe(100);
  });

  it('gives nothing for a text that repeats covered words', () => {
    const coverage = new ChunkCoverage(numbered(0, 100));
    coverage.add(numbered(10, 60));
    expect(coverage.add(numbered(10, 60))).toEqual({ newWords: 0, matchedWords: 50, passages: [] });
    expect(coverage.add(numbered(20, 30))).toEqual({ newWords: 0, matchedWords: 10, passages: [] });
    expect(coverage.percent).toBe(50);
  });

  it('adds the rest of a text that begins with what was spoken, and keeps the rest alone', () => {
    const coverage = new ChunkCoverage(`${numbered(0, 89)}. ${numbered(89, 100)}.`);
    coverage.add(numbered(0, 89));
    const added = coverage.add(`${numbered(0, 89)}. ${numbered(89, 95)}`);
    expect(added).toEqual({ newWords: 6, matchedWords: 95, passages: [numbered(89, 95)] });
    expect(coverage.percent).toBe(95);
  });

  it('takes what was left out before, wherever it stands', () => {
    const missing = percentOf(numbered(0, 100), numbered(0, 30), numbered(50, 100));
    expect(missing).toBe(80);
    expect(percentOf(numbered(0, 100), numbered(0, 30), numbered(50, 100), numbered(30, 50))).toBe(100);
  });

  it('passes over gaps of at most ten words', () => {
    const every = (step: number): string => Array.from({ length: 20 }, (_, index) => `w${index * step}`).join(' ');
    expect(percentOf(numbered(0, 400), every(11))).toBe(5);
    expect(percentOf(numbered(0, 400), every(12))).toBe(0.25);
  });

  it('follows a text that leaves out a passage, without counting the passage', () => {
    expect(percentOf(numbered(0, 100), `${numbered(0, 40)} ${numbered(65, 100)}`)).toBe(75);
  });

  it('follows a text with words of its own, however many', () => {
    const own = Array.from({ length: 40 }, (_, index) => `own${index}`).join(' ');
    expect(percentOf(numbered(0, 100), `${numbered(0, 40)} ${own} ${numbered(40, 100)}`)).toBe(100);
    expect(percentOf(numbered(0, 100), `He said: ${numbered(0, 100)}, he said.`)).toBe(100);
  });

  it('is not led astray by small words that stand everywhere', () => {
    const source = 'the cat and the dog and the bird and the fish sat on the wall and the moon rose over the hill';
    expect(percentOf(source, 'the cat and the dog', 'the fish sat on the wall and the moon rose over the hill')).toBe(
      (100 * 18) / 22,
    );
    expect(percentOf(source, 'something wholly different about the weather')).toBeLessThan(10);
  });

  it('counts repeated sentences as often as they are spoken', () => {
    const source = 'Run! Run! Run! The wolf is near. Run! Run!';
    expect(percentOf(source, 'Run!')).toBeCloseTo(100 / 9);
    expect(percentOf(source, 'Run!', 'Run!', 'Run!')).toBeCloseTo(300 / 9);
    const all = new ChunkCoverage(source);
    for (const text of ['Run!', 'Run!', 'Run!', 'The wolf is near.', 'Run!', 'Run!']) all.add(text);
    expect(all.percent).toBe(100);
    expect(all.add('Run!').newWords).toBe(0);
  });

  it('covers many short lines spoken one by one', () => {
    const lines = [
      'No.',
      'Yes.',
      'No?',
      'I said no.',
      'And I said yes.',
      'Oh.',
      'Oh?',
      'Oh!',
      'Why?',
      'Because.',
      'No.',
    ];
    const coverage = new ChunkCoverage(lines.join('\n'));
    for (const line of lines) expect(coverage.add(line).newWords).toBeGreaterThan(0);
    expect(coverage.percent).toBe(100);
  });

  it('keeps a text whole that repeats a word or two of another', () => {
    const coverage = new ChunkCoverage('one two three four five six seven');
    coverage.add('four');
    expect(coverage.add('One, two, three, four, five!')).toMatchObject({
      newWords: 4,
      passages: ['One, two, three, four, five!'],
    });
  });

  it('never counts a word twice, and covers a source that is spoken whole, however it is divided', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'the', 'wolf', 'ran', 'è', 'No.', '"Run!"');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 120 }),
        fc.array(fc.nat(40), { maxLength: 12 }),
        (words, cuts) => {
          const coverage = new ChunkCoverage(words.join(' '));
          let at = 0;
          for (const cut of cuts) {
            const added = coverage.add(words.slice(at, at + cut).join(' '));
            expect(added.newWords).toBeLessThanOrEqual(cut);
            at += cut;
          }
          coverage.add(words.slice(at).join(' '));
          expect(coverage.percent).toBe(100);
          expect(coverage.add(words.join(' ')).newWords).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never falls, whatever is spoken', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x'), { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 10 }), (source, texts) => {
        const coverage = new ChunkCoverage(source);
        let before = 0;
        for (const spoken of texts) {
          const { newWords, matchedWords } = coverage.add(spoken);
          expect(newWords).toBeLessThanOrEqual(matchedWords);
          expect(coverage.coveredWords).toBe(before + newWords);
          before = coverage.coveredWords;
        }
        expect(before).toBeLessThanOrEqual(coverage.words);
      }),
    );
  });
});
