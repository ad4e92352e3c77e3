import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

class HeldWork {
  readonly begun: string[] = [];
  time = 0;
  rest = Promise.resolve();
  private readonly ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private open = 0;
  private most = 0;

  readonly turns = new Turns<string>(
    async (key) => {
      this.begun.push(key);
      this.open += 1;
      this.most = Math.max(this.most, this.open);
      await new Promise<void>((resolve, reject) => this.ends.push({ resolve, reject })).finally(() => (this.open -= 1));
      return { rest: this.rest };
    },
    () => this.time,
  );

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
  it('are taken one at a time, one more for all requests during a turn', async () => {
    const held = new HeldWork();
    const first = held.turns.take('a');
    await Promise.all([held.turns.take('a'), held.turns.take('a')]);
    expect(held.begun).toEqual(['a']);
    await held.end();
    expect(held.begun).toEqual(['a', 'a']);
    await held.turns.take('a');
    await held.end();
    await held.end();
    await first;
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

  it('continue after a failed one, whose caller gets the error', async () => {
    const held = new HeldWork();
    const first = expect(held.turns.take('a')).rejects.toThrow('no');
    await held.turns.take('a');
    await held.end(new Error('no'));
    expect(held.begun).toEqual(['a', 'a']);
    await held.end();
    await first;
    const next = held.turns.take('a');
    await held.end();
    await expect(next).resolves.toBeUndefined();
  });

  it('do not wait for follow-up work of an earlier one', async () => {
    const held = new HeldWork();
    let fail: (error: Error) => void = () => undefined;
    held.rest = new Promise<void>((_resolve, reject) => (fail = reject));
    const first = held.turns.take('a');
    await held.turns.take('a');
    await held.end();
    expect(held.begun).toEqual(['a', 'a']);
    held.rest = Promise.resolve();
    await held.end();
    const third = held.turns.take('a');
    expect(held.begun).toHaveLength(3);
    await held.end();
    await third;
    const received = expect(first).rejects.toThrow('the queue is away');
    fail(new Error('the queue is away'));
    await received;
  });

  it('go past one that is stuck, and past nothing else', async () => {
    const held = new HeldWork();
    const stuck = held.turns.take('a');
    held.time = 29_000;
    await held.turns.take('a');
    expect(held.begun).toHaveLength(1);
    held.time = 31_000;
    void held.turns.take('a');
    expect(held.begun).toHaveLength(2);
    // the stuck one takes its earlier turn
    await held.end();
    expect(held.begun).toHaveLength(3);
    await held.end();
    await held.end();
    await expect(stuck).resolves.toBeUndefined();
  });
});
