/** Finds sequences of one to three words; equal words share a number. */
export class SequenceIndex {
  private readonly byLength = new Map<number, Map<string, number[]>>();

  constructor(private readonly source: readonly number[]) {}

  /** Where these words occur in the source, ascending. */
  placesOf(words: readonly number[], from: number, length: number): readonly number[] {
    return this.ofLength(length).get(keyOf(words, from, length)) ?? NOWHERE;
  }

  private ofLength(length: number): Map<string, number[]> {
    const known = this.byLength.get(length);
    if (known) return known;
    const places = new Map<string, number[]>();
    for (let at = 0; at + length <= this.source.length; at += 1) {
      const key = keyOf(this.source, at, length);
      const list = places.get(key);
      if (list) list.push(at);
      else places.set(key, [at]);
    }
    this.byLength.set(length, places);
    return places;
  }
}

const NOWHERE: readonly number[] = [];

function keyOf(words: readonly number[], from: number, length: number): string {
  let key = '';
  for (let offset = 0; offset < length; offset += 1) key += `${words[from + offset]} `;
  return key;
}

export function firstFrom(places: readonly number[], from: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
