import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Deterministic random choices; labels give independent sequences. */
export class Draw {
  private readonly generator: RandomGenerator;

  constructor(seed: number, ...labels: (string | number)[]) {
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, ...labels]))
      .digest();
    this.generator = xoroshiro128plus(digest.readInt32LE(0));
  }

  int(low: number, high: number): number {
    return uniformInt(this.generator, low, high);
  }

  /** Resolution 0.001. */
  chance(probability: number): boolean {
    return this.int(0, 999) < probability * 1000;
  }

  /** @throws TypeError for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new TypeError('nothing to pick from');
    return items[this.int(0, items.length - 1)] as Item;
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
    }
    return shuffled;
  }
}
