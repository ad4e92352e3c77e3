import type { SpokenWord } from './spoken-words.js';

/** Shorter ones stay: removal would break sentences. */
const SHORTEST_REPETITION = 3;
const LEADING_REMAINDER = /^[\s\p{Pe}\p{Pf}.,;:!?…–—]+/u;

/**
 * Removes longer repetitions of covered words, and passages without a new word.
 * @param isNew by word index; absent for words not in the source
 */
export function newPassages(text: string, words: readonly SpokenWord[], isNew: ReadonlyMap<number, boolean>): string[] {
  if (![...isNew.values()].includes(true)) return [];
  const repeated = repeatedStretches(words, isNew);
  if (repeated.length === 0) return [text.trim()];
  const passages: string[] = [];
  let start = 0;
  let from = 0;
  const keep = (to: number, end: number): void => {
    const hasNewWords = words.slice(from, to).some((_word, offset) => isNew.get(from + offset) === true);
    const passage = text.slice(start, end);
    if (hasNewWords) passages.push((start === 0 ? passage : passage.replace(LEADING_REMAINDER, '')).trim());
  };
  for (const { first, last } of repeated) {
    keep(first, words[first]?.start ?? text.length);
    from = last + 1;
    start = words[last]?.end ?? text.length;
  }
  keep(words.length, text.length);
  return passages;
}

function repeatedStretches(
  words: readonly SpokenWord[],
  isNew: ReadonlyMap<number, boolean>,
): { first: number; last: number }[] {
  const stretches: { first: number; last: number }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (isNew.get(at) !== false) continue;
    const open = stretches.at(-1);
    if (open && open.last === at - 1) open.last = at;
    else stretches.push({ first: at, last: at });
  }
  return stretches.filter(({ first, last }) => last - first + 1 >= SHORTEST_REPETITION);
}
