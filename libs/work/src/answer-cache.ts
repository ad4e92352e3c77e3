import { PermanentError, type Id } from '@assay/contracts';
import { readAnswers, type AnswerRow, type Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { Batcher } from './batcher.js';

/** Answers of db-sampler shared by tasks: each process reads a row once, many per query. */
export class AnswerCache {
  /** In memory an answer takes about five times its text. */
  private readonly kept = new LRUCache<Id, { result: unknown }>({
    max: 500,
    maxSize: 8_000_000,
    sizeCalculation: ({ result }) => JSON.stringify(result ?? null).length,
  });
  private readonly reads: Batcher<Id, AnswerRow | null>;

  constructor(database: Database) {
    this.reads = new Batcher(
      async (tasks) => {
        const rows = new Map((await readAnswers(database, tasks)).map((row) => [row.id, row]));
        return tasks.map((task) => rows.get(task) ?? null);
      },
      { limit: 100, lanes: 2 },
    );
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
    this.kept.set(task, { result: row.result });
    return row.result;
  }
}
