/** A number of places that are taken and freed; whoever finds none waits, first come, first served. */
export class Places {
  private readonly waiting: (() => void)[] = [];
  private open: number;

  constructor(count: number) {
    this.open = count;
  }

  /** Takes a place if one is free and nobody waits for it. */
  tryTake(): boolean {
    if (this.open === 0) return false;
    this.open -= 1;
    return true;
  }

  async take(): Promise<void> {
    if (this.tryTake()) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Gives a place back, to the first who waits. */
  free(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.open += 1;
  }
}
