import { stemmer } from 'stemmer';
import { wordSet } from '../word-set.js';

const stopWords = wordSet(
  `a an and any are as at be been by can could did do does each every for from give had has have he her his how i if in
  into is it its list many me more most much my name no not of on one or our out per please she show so such than that
  the their them then there these they this those to total up us was we were what when where which who whom whose why
  will with would you your find get number return tell all also only same id ids key code`,
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** `customerOrder_ID2` is customer, order, id, 2. */
export function splitIdentifier(name: string): string[] {
  const spaced = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2');
  return (spaced.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Stemmed, with short words. */
export function identifierTerms(name: string): string[] {
  return splitIdentifier(name).map(stem);
}

/** Stemmed, without stop words. */
export function textTerms(text: string): string[] {
  return splitIdentifier(text)
    .filter((word) => !stopWords.has(word) && word.length > 1)
    .map(stem);
}

const WORD = /\p{L}{3}/u;
const NAMING_WORDS = 8;

/** Uses the start of a description as the name if the name says nothing (`t_017`). */
export function describedAs(name: string, description: string): { naming: string; other: string } {
  if (splitIdentifier(name).some((word) => WORD.test(word))) return { naming: '', other: description };
  const [sentence = ''] = description.split(/(?<=[.;:])\s|\n/u, 1);
  const naming = sentence.split(/\s+/u, NAMING_WORDS).join(' ');
  return { naming, other: description.slice(naming.length) };
}

function stem(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
