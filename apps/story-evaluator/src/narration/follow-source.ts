export const LARGEST_GAP = 10;

export interface WordMatch {
  spoken: number;
  place: number;
}

export interface Following {
  matches: WordMatch[];
  /** Where text and source diverge. */
  spokenEnd: number;
}

/**
 * Until they diverge, over gaps of up to 10 words. Linear time.
 * @param limit spoken words
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
      at = resynchronise(spoken, source, at);
    }
  }
  return { matches, spokenEnd };
}

/**
 * The nearest place where two words agree, or the last one. Else a single word, if no spoken words or as many as source
 * words were skipped: "the" occurs everywhere.
 */
function resynchronise(spoken: readonly number[], source: readonly number[], at: WordMatch): WordMatch | null {
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
