import { LARGEST_GAP, followSource, type WordMatch } from './follow-source.js';
import { firstFrom, SequenceIndex } from './sequence-index.js';
import { newPassages } from './new-passages.js';
import { canonicalText, wordsOf, type SpokenWord } from './spoken-words.js';

const ANCHOR = 3;
const SHOWN_WORDS = 12;
const PROBE = 48;

export interface SpokenText {
  /** Source words spoken for the first time. */
  newWords: number;
  /** Words found in the source, new or not. */
  matchedWords: number;
  /** Without repetitions; may be empty. */
  passages: string[];
}

/** Matches texts in sequence with small gaps; words count once. Linear time. */
export class ChunkCoverage {
  readonly words: number;
  private readonly numbers = new Map<string, number>();
  private readonly chunk: string;
  private readonly places: readonly SpokenWord[];
  private readonly source: number[];
  private readonly covered: boolean[];
  private readonly index: SequenceIndex;
  /** How many places of an anchor, from the first on, are covered. Coverage only grows. */
  private readonly coveredPlaces = new Map<readonly number[], number>();
  private coveredCount = 0;
  private cursor = 0;

  constructor(chunk: string) {
    this.chunk = canonicalText(chunk);
    this.places = wordsOf(this.chunk);
    this.source = this.places.map(({ word }) => this.numberOf(word));
    this.words = this.source.length;
    this.covered = new Array<boolean>(this.words).fill(false);
    this.index = new SequenceIndex(this.source);
  }

  get coveredWords(): number {
    return this.coveredCount;
  }

  firstGap(): string | null {
    const from = this.covered.indexOf(false);
    if (from === -1) return null;
    const shown = this.places.slice(from, from + SHOWN_WORDS);
    return this.chunk.slice(shown[0]?.start, shown.at(-1)?.end);
  }

  /** 0–100; 0 for a chunk without words. */
  get percent(): number {
    return this.words === 0 ? 0 : (100 * this.coveredCount) / this.words;
  }

  /** @param threshold percent of the chunk's words */
  reaches(threshold: number): boolean {
    return this.words > 0 && 100 * this.coveredCount >= threshold * this.words;
  }

  add(text: string): SpokenText {
    const canonical = canonicalText(text);
    const words = wordsOf(canonical);
    const before = this.coveredCount;
    const isNew = this.match(words);
    return {
      newWords: this.coveredCount - before,
      matchedWords: isNew.size,
      passages: newPassages(canonical, words, isNew),
    };
  }

  /** Covers matched words; returns whether each was new. Without a match, tries shorter anchors. */
  private match(words: readonly SpokenWord[]): Map<number, boolean> {
    const spoken = words.map(({ word }) => this.numberOf(word));
    for (let length = Math.min(ANCHOR, spoken.length); length > 0; length -= 1) {
      const anywhere = length === ANCHOR || length === spoken.length;
      const isNew = this.matchFrom(spoken, length, anywhere);
      if (isNew.size > 0) return isNew;
    }
    return new Map();
  }

  /** Follows the source from each anchor of `length` words, then searches the next anchor. */
  private matchFrom(spoken: readonly number[], length: number, anywhere: boolean): Map<number, boolean> {
    const isNew = new Map<number, boolean>();
    for (let at = 0; at + length <= spoken.length;) {
      const anchor = this.anchorOf(spoken, at, length, anywhere);
      if (anchor === null) {
        at += 1;
        continue;
      }
      const { matches, spokenEnd } = followSource(spoken, this.source, anchor);
      for (const match of matches) isNew.set(match.spoken, this.cover(match.place));
      this.moveCursor(anchor, matches);
      at = spokenEnd;
    }
    return isNew;
  }

  private cover(place: number): boolean {
    if (this.covered[place]) return false;
    this.covered[place] = true;
    this.coveredCount += 1;
    return true;
  }

  /** Stays before short distant matches, which may be accidental. */
  private moveCursor(anchor: WordMatch, matches: readonly WordMatch[]): void {
    const distance = anchor.place - this.cursor;
    const isNear = distance >= 0 && distance <= LARGEST_GAP;
    const last = matches.at(-1);
    if (last && (isNear || matches.length >= ANCHOR)) this.cursor = last.place + 1;
  }

  private anchorOf(spoken: readonly number[], at: number, length: number, anywhere: boolean): WordMatch | null {
    const candidates = this.candidates(this.index.placesOf(spoken, at, length), anywhere);
    const [only, ...others] = candidates.map((place): WordMatch => ({ spoken: at, place }));
    if (only === undefined || others.length === 0) return only ?? null;
    let best = only;
    let bestGain = this.gain(spoken, only);
    for (const candidate of others) {
      const gain = this.gain(spoken, candidate);
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    return best;
  }

  private gain(spoken: readonly number[], from: WordMatch): number {
    const { matches } = followSource(spoken, this.source, from, PROBE);
    const gained = matches.filter(({ place }) => !this.covered[place]).length;
    return gained * (PROBE + 1) + matches.length;
  }

  private candidates(places: readonly number[], anywhere: boolean): number[] {
    const following = firstFrom(places, this.cursor);
    const next = places[following];
    const near = next !== undefined && next - this.cursor <= LARGEST_GAP ? [next] : [];
    if (!anywhere) return near;
    const uncovered = places[this.firstUncovered(places)];
    return [...new Set([...near, uncovered, next, places[0]])].filter((place) => place !== undefined);
  }

  private firstUncovered(places: readonly number[]): number {
    let at = this.coveredPlaces.get(places) ?? 0;
    while (at < places.length && this.covered[places[at] as number]) at += 1;
    this.coveredPlaces.set(places, at);
    return at;
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.numbers.size);
    return this.numbers.size - 1;
  }
}
