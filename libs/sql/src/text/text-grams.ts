import { wordSet } from '../word-set.js';

/** English; other languages rely on rarity. */
const stopWords = wordSet(
  `a all an and any are as at be by can did do does each every find for from get give had has have how i in is it its
  list many me much of on or our per please show tell that the their there these this those to us was we were what when
  where which who whose with you your`,
);

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Trigrams with word borders, or bigrams if words are not spaced; without stop words, case and accents. */
export function textGrams(text: string): Set<string> {
  const grams = new Set<string>();
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stopWords.has(word)) continue;
    if (unspaced.test(word)) addWindows(grams, word, 2);
    else addWindows(grams, ` ${word} `, 3);
  }
  return grams;
}

function addWindows(grams: Set<string>, word: string, size: number): void {
  const characters = [...word];
  if (characters.length <= size) grams.add(word);
  for (let start = 0; start + size <= characters.length; start += 1) {
    grams.add(characters.slice(start, start + size).join(''));
  }
}
