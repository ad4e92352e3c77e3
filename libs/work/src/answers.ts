import { InfrastructureError, PermanentError, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { readAnswers, type AnswerRow, type Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { Batcher } from './batcher.js';
import type { HintBus } from './hint-bus.js';

/** Answers of requests. Each process reads a row once, many per query. */
export class Answers {
  /** In memory an answer takes about five times its text. */
  private readonly kept = new LRUCache<Id, { result: unknown }>({
    max: 500,
    maxSize: 8_000_000,
    sizeCalculation: ({ result }) => JSON.stringify(result ?? null).length,
  });
  private readonly reads: Batcher<Id, AnswerRow | null>;
  private readonly stopping = new AbortController();

  constructor(
    database: Database,
    private readonly hints: Pick<HintBus, 'on'>,
    onError: (error: Error) => void,
  ) {
    this.reads = new Batcher(
      async (tasks) => {
        const read = await readAnswers(database, tasks).catch((error: unknown) => {
          onError(error as Error);
          throw error;
        });
        const rows = new Map(read.map((row) => [row.id, row]));
        return tasks.map((task) => rows.get(task) ?? null);
      },
      { limit: 100, lanes: 2 },
    );
  }

  /**
   * Returns the ended row, or MISSING after a crash of Postgres. Throws InfrastructureError after `timeoutMs`, or the
   * reason of `signal`.
   */
  async wait(task: Id, timeoutMs: number, signal: AbortSignal): Promise<AnswerRow> {
    const until = performance.now() + timeoutMs;
    const over = AbortSignal.any([signal, this.stopping.signal]);
    let hinted = new AbortController();
    const off = this.hints.on('answer', (id) => (id === null || id === task) && hinted.abort());
    try {
      for (;;) {
        // hints can be lost; at a tick, all waits read together
        const tickMs = timing.answerPoll - (performance.now() % timing.answerPoll);
        await delay(tickMs, undefined, { signal: AbortSignal.any([over, hinted.signal]) }).catch(() => undefined);
        over.throwIfAborted();
        hinted = new AbortController();
        const row = await this.reads.add(task).catch(() => null);
        if (row !== null) return row;
        if (performance.now() > until) throw unanswered(task);
      }
    } finally {
      off();
    }
  }

  keep(task: Id, result: unknown): void {
    this.kept.set(task, { result });
  }

  /** The answer of an ended request. @throws PermanentError ANSWER_MISSING if erased or absent */
  async get(task: Id): Promise<unknown> {
    const known = this.kept.get(task);
    if (known) return known.result;
    const row = await this.reads.add(task);
    if (row?.status !== 'DONE')
      throw new PermanentError('ANSWER_MISSING', `The answer of task ${task} is not on record.`);
    this.keep(task, row.result);
    return row.result;
  }

  stop(): void {
    this.stopping.abort(new InfrastructureError('STOPPING', 'This process is stopping.'));
  }
}

function unanswered(task: Id): InfrastructureError {
  const message =
    `The service db-sampler did not answer in time (task ${task}). ` +
    'Check that it runs and is ready (/health/ready), then ask again.';
  return new InfrastructureError('DB_SAMPLER_UNAVAILABLE', message);
}
