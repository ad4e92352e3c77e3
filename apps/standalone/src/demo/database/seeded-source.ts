/** Deterministic pseudo-random choices (mulberry32). */
export class SeededSource {
  constructor(private state: number) {}

  /** In [0, 1). */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.fraction() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  weighted<Item>(items: readonly (readonly [Item, number])[]): Item {
    let point = this.fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      point -= weight;
      if (point < 0) return item;
    }
    return this.pick(items)[0];
  }

  /** YYYY-MM-DD, inclusive. */
  day(first: string, last: string): string {
    const days = (Date.parse(last) - Date.parse(first)) / 86_400_000;
    return new Date(Date.parse(first) + this.between(0, days) * 86_400_000).toISOString().slice(0, 10);
  }

  time(): string {
    const hour = this.chance(0.4) ? this.between(18, 23) : this.between(0, 23);
    const pad = (part: number): string => String(part).padStart(2, '0');
    return `${pad(hour)}:${pad(this.between(0, 59))}:${pad(this.between(0, 59))}`;
  }
}
