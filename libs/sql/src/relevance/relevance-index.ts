import { textGrams } from './text-grams.js';

/** A text to compare by, and what is said beside it, which counts less. */
export interface RelevantText {
  text: string;
  aside?: string | null;
}

/** What is wanted of a ranking. */
export interface RelevanceLimits {
  /** Most items that come back. */
  top: number;
  /** Least similarity (0–1) of an item that comes back. */
  threshold: number;
}

/** An item with its similarity, 0–1. */
export interface Relevant<Item> {
  item: Item;
  score: number;
}

interface Entry<Item> {
  item: Item;
  /** Order of adding: what was added later goes first among equals. */
  order: number;
  grams: ReadonlyMap<string, number>;
  /** Length of its vector, as of a state of the index: what is rare changes with every item. */
  length: { state: number; value: number };
}

/** What a gram of an aside counts, beside 1 for one of the text itself. */
const ASIDE_WEIGHT = 0.4;

/**
 * Items by the likeness of their texts to a question: the cosine of their character n-grams, the rarer ones counting
 * more (TF-IDF). Bounded by 0 and 1 whatever the number of items, so that a threshold means the same everywhere.
 */
export class RelevanceIndex<Item> {
  private readonly entries = new Map<string, Entry<Item>>();
  private readonly holders = new Map<string, Set<string>>();
  /** Counts changes. */
  private state = 0;

  get size(): number {
    return this.entries.size;
  }

  get ids(): IterableIterator<string> {
    return this.entries.keys();
  }

  has(id: string): boolean {
    return this.entries.has(id);
  }

  /** Adds an item; one of this id that was there before goes. */
  add(id: string, item: Item, text: RelevantText): void {
    this.remove(id);
    const grams = weightedGrams(text);
    this.state += 1;
    this.entries.set(id, { item, grams, order: this.state, length: { state: 0, value: 0 } });
    for (const gram of grams.keys()) {
      const ids = this.holders.get(gram) ?? new Set();
      ids.add(id);
      this.holders.set(gram, ids);
    }
  }

  remove(id: string): void {
    for (const gram of this.entries.get(id)?.grams.keys() ?? []) {
      const ids = this.holders.get(gram);
      ids?.delete(id);
      if (ids?.size === 0) this.holders.delete(gram);
    }
    if (this.entries.delete(id)) this.state += 1;
  }

  /** The most similar items, best first; what was added later first among equals. */
  search(text: RelevantText, { top, threshold }: RelevanceLimits): Relevant<Item>[] {
    const asked = weightedGrams(text);
    const products = this.products(asked);
    const askedLength = this.lengthOf(asked);
    const scored = [...this.entries].map(([id, entry]) => {
      const product = products.get(id) ?? 0;
      return { entry, score: product === 0 ? 0 : Math.min(1, product / (askedLength * this.entryLength(entry))) };
    });
    return scored
      .filter(({ score }) => score >= threshold)
      .sort((left, right) => right.score - left.score || right.entry.order - left.entry.order)
      .slice(0, top)
      .map(({ entry, score }) => ({ item: entry.item, score }));
  }

  private products(asked: ReadonlyMap<string, number>): Map<string, number> {
    const products = new Map<string, number>();
    for (const [gram, weight] of asked) {
      const rarity = this.rarityOf(gram);
      for (const id of this.holders.get(gram) ?? []) {
        const own = this.entries.get(id)?.grams.get(gram) ?? 0;
        products.set(id, (products.get(id) ?? 0) + weight * own * rarity * rarity);
      }
    }
    return products;
  }

  private entryLength(entry: Entry<Item>): number {
    if (entry.length.state !== this.state) entry.length = { state: this.state, value: this.lengthOf(entry.grams) };
    return entry.length.value;
  }

  private lengthOf(grams: ReadonlyMap<string, number>): number {
    let squares = 0;
    for (const [gram, weight] of grams) squares += (weight * this.rarityOf(gram)) ** 2;
    return Math.sqrt(squares);
  }

  private rarityOf(gram: string): number {
    return 1 + Math.log((this.entries.size + 1) / ((this.holders.get(gram)?.size ?? 0) + 1));
  }
}

function weightedGrams({ text, aside }: RelevantText): Map<string, number> {
  const grams = new Map<string, number>();
  for (const gram of textGrams(aside ?? '')) grams.set(gram, ASIDE_WEIGHT);
  for (const gram of textGrams(text)) grams.set(gram, 1);
  return grams;
}
