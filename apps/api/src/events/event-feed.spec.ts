import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@assay/contracts';
import { eventually } from '@assay/testing';
import { createLogger } from '@assay/runtime';
import type { HintBus, TaskRuntime } from '@assay/work';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventFeed } from './event-feed.js';

interface Row {
  sequence: number;
  type: string;
  at: Date;
  body: object;
}

class FakeRecord {
  rows: Row[] = [];
  reads = 0;
  finished = false;
  /** False: polls find nothing. */
  isPolled = true;
  private readonly listeners = new Set<(run: string) => void>();
  readonly feed: EventFeed;

  constructor() {
    const query = async (statement: { name: string }, parameters: readonly unknown[] = []): Promise<object[]> => {
      if (statement.name !== 'read_event_pages') return this.positions();
      this.reads += 1;
      const [, afters, limit] = parameters as [string[], number[], number];
      return afters.flatMap((after, index) =>
        this.rows
          .filter((row) => row.sequence > after)
          .slice(0, limit)
          .map(({ sequence, at, type, body }) => ({ place: index + 1, sequence, at, events: [{ type, body }] })),
      );
    };
    const on = ((_topic: string, listener: (run: string) => void) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    }) as unknown as HintBus['on'];
    const work = { database: { query }, hints: { on } } as unknown as TaskRuntime;
    this.feed = new EventFeed(work, createLogger({ level: 'silent', service: 'test' }));
  }

  add(type: string): void {
    this.rows.push({ sequence: this.rows.length + 1, type, at: new Date(0), body: {} });
  }

  hint(run: string): void {
    for (const listener of this.listeners) listener(run);
  }

  private positions(): object[] {
    return [{ run: 'run', lastEvent: this.isPolled ? this.rows.length : 0, finished: this.finished }];
  }
}

async function collect(pages: AsyncIterable<RecordedEvent[]>, into: number[]): Promise<void> {
  for await (const events of pages) into.push(...events.map((event) => event.sequence));
}

describe('EventFeed', () => {
  it('reads when it is hinted at, and not before', async () => {
    const record = new FakeRecord();
    record.isPolled = false;
    const seen: number[] = [];
    record.add('question-accepted');
    const following = collect(record.feed.follow('run', 0, new AbortController().signal), seen);
    await eventually(() => seen.length > 0);
    expect(seen).toEqual([1]);
    record.add('attempt-started');
    record.hint('another run');
    await sleep(20);
    expect(seen).toEqual([1]);
    record.hint('run');
    await eventually(() => seen.length > 1);
    expect(seen).toEqual([1, 2]);
    record.add('question-finished');
    record.hint('run');
    await following;
    expect(seen).toEqual([1, 2, 3]);
    record.feed.onApplicationShutdown();
  });

  it('misses no hint that comes while it reads', async () => {
    const record = new FakeRecord();
    const seen: number[] = [];
    const following = collect(record.feed.follow('run', 0, new AbortController().signal), seen);
    for (let count = 0; count < 100; count += 1) {
      record.add('warning-raised');
      record.hint('run');
      if (count % 7 === 0) await sleep(1);
    }
    record.add('question-finished');
    record.hint('run');
    await following;
    expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => index + 1));
    expect(record.reads).toBeLessThan(101);
    record.feed.onApplicationShutdown();
  });

  it('polls for events without a hint, and for the end of a run without hints', async () => {
    const record = new FakeRecord();
    const seen: number[] = [];
    const following = collect(record.feed.follow('run', 0, new AbortController().signal), seen);
    await sleep(10);
    record.add('attempt-started');
    record.finished = true;
    await following;
    expect(seen).toEqual([1]);
    record.feed.onApplicationShutdown();
  });

  it('ends when its follower goes', async () => {
    const record = new FakeRecord();
    const gone = new AbortController();
    const following = collect(record.feed.follow('run', 0, gone.signal), []);
    await sleep(10);
    gone.abort();
    await following;
    record.feed.onApplicationShutdown();
  });
});
