import { seededRandom, shuffle, type Random } from '@assay/contracts';

/** Deterministic random choices; labels give independent sequences. */
export class Draw {
  private readonly random: Random;

  constructor(seed: number, ...labels: (string | number)[]) {
    this.random = seededRandom(seed, ...labels);
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** @throws TypeError for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new TypeError('nothing to pick from');
    return items[this.int(0, items.length - 1)] as Item;
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    return shuffle(items, this.random);
  }
}
