/** Words of the source, or of the text, that may be passed over between two words that match. */
export const LARGEST_GAP = 10;

/** A spoken word that is a word of the source. */
export interface WordMatch {
  /** Index into the spoken words. */
  spoken: number;
  /** Index into the source's words. */
  place: number;
}

export interface Following {
  matches: WordMatch[];
  /** Index of the spoken word at which the text and the source have parted. */
  spokenEnd: number;
}

/**
 * Follows a text along the source from a place where both agree, until they part: gaps of at most 10 words are passed
 * over. Time is in proportion to what is followed.
 *
 * @param limit spoken words to follow at most
 */
export function followSource(
  spoken: readonly number[],
  source: readonly number[],
  from: WordMatch,
  limit = Number.POSITIVE_INFINITY,
): Following {
  const matches: WordMatch[] = [];
  const end = Math.min(spoken.length, from.spoken + limit);
  let at: WordMatch | null = from;
  let spokenEnd = from.spoken;
  while (at !== null && at.spoken < end && at.place < source.length) {
    if (spoken[at.spoken] === source[at.place]) {
      matches.push(at);
      at = { spoken: at.spoken + 1, place: at.place + 1 };
      spokenEnd = at.spoken;
    } else {
      at = meetAgain(spoken, source, at);
    }
  }
  return { matches, spokenEnd };
}

/**
 * Where text and source meet again after the fewest words passed over. Two words in a row that agree are believed at
 * any place in reach; one alone only where the source's words were left out or replaced one by one, since a lone "the"
 * stands everywhere.
 */
function meetAgain(spoken: readonly number[], source: readonly number[], at: WordMatch): WordMatch | null {
  let lone: WordMatch | null = null;
  for (let distance = 1; distance <= 2 * LARGEST_GAP; distance += 1) {
    for (let left = Math.max(0, distance - LARGEST_GAP); left <= Math.min(distance, LARGEST_GAP); left += 1) {
      const added = distance - left;
      const next: WordMatch = { spoken: at.spoken + added, place: at.place + left };
      if (next.spoken >= spoken.length || next.place >= source.length) continue;
      if (spoken[next.spoken] !== source[next.place]) continue;
      const isLast = next.spoken === spoken.length - 1 || next.place === source.length - 1;
      if (isLast || spoken[next.spoken + 1] === source[next.place + 1]) return next;
      if (lone === null && (added === 0 || added === left)) lone = next;
    }
  }
  return lone;
}
