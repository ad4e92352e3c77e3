import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

/** Work that is under way until it is let go. */
class HeldWork {
  readonly begun: string[] = [];
  private readonly ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private most = 0;
  private open = 0;

  readonly turns = new Turns<string>(async (key) => {
    this.begun.push(key);
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    await new Promise<void>((resolve, reject) => this.ends.push({ resolve, reject })).finally(() => (this.open -= 1));
  });

  get atOnce(): number {
    return this.most;
  }

  async end(error?: Error): Promise<void> {
    const end = this.ends.shift();
    if (error) end?.reject(error);
    else end?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('turns', () => {
  it('are taken one at a time, and shared by all that ask while one is under way', async () => {
    const held = new HeldWork();
    const asked = [held.turns.take('a'), held.turns.take('a'), held.turns.take('a')];
    expect(held.begun).toEqual(['a']);
    await held.end();
    expect(held.begun).toEqual(['a', 'a']);
    // asked in the second turn: the third
    asked.push(held.turns.take('a'));
    await held.end();
    await held.end();
    await Promise.all(asked);
    expect([held.begun, held.atOnce]).toEqual([['a', 'a', 'a'], 1]);
    const later = held.turns.take('a');
    expect(held.begun).toHaveLength(4);
    await held.end();
    await later;
  });

  it('do not wait for those of other keys', () => {
    const held = new HeldWork();
    void held.turns.take('a');
    void held.turns.take('b');
    expect(held.begun).toEqual(['a', 'b']);
  });

  it('go on after one that failed, which fails those alone who had it', async () => {
    const held = new HeldWork();
    const first = held.turns.take('a');
    const second = held.turns.take('a');
    const failed = expect(first).rejects.toThrow('no');
    await held.end(new Error('no'));
    await failed;
    await held.end();
    await expect(second).resolves.toBeUndefined();
  });
});
