import { textGrams } from '@assay/sql';

/** `aside`: related text with a lower weight. */
export interface RelevantText {
  text: string;
  aside?: string | null;
}

export interface RelevanceLimits {
  top: number;
  /** 0–1. */
  threshold: number;
}

export interface Relevant<Item> {
  item: Item;
  score: number;
}

interface Entry<Item> {
  item: Item;
  /** The latest first among equals. */
  order: number;
  grams: ReadonlyMap<string, number>;
  /** Valid in one state of the index: rarity changes with every item. */
  length: { state: number; value: number };
}

const ASIDE_WEIGHT = 0.4;

/** TF-IDF cosine similarity of character n-grams, 0–1 for any size. */
export class RelevanceIndex<Item> {
  private readonly entries = new Map<string, Entry<Item>>();
  private readonly holders = new Map<string, Set<string>>();
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

  /** Most similar, then latest first. */
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
