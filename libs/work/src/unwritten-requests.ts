import type { Id } from '@assay/contracts';
import { LRUCache } from 'lru-cache';
import type { TaskProcess } from './task-process.js';

/** Keys that this process knows to have asked by. */
const REMEMBERED_KEYS = 10_000;

/**
 * Requests that are answered in the process that makes them: their rows are written with their end. One that is lost
 * before is asked for again by whoever made it, as one is that a crash of Postgres has forgotten.
 */
export class UnwrittenRequests {
  private readonly open = new Map<Id, string | null>();
  private readonly byKey = new Map<string, Id>();
  private readonly used = new LRUCache<string, true>({ max: REMEMBERED_KEYS });

  constructor(private readonly process: Pick<TaskProcess, 'lose'>) {}

  /** The request of this key that is being answered here. */
  joined(key: string | null): Id | undefined {
    return key === null ? undefined : this.byKey.get(key);
  }

  /** Whether a key comes to be used here for the first time: no other request of this process has a row for it. */
  isNew(key: string | null): boolean {
    const isKnown = key !== null && this.used.has(key);
    if (key !== null) this.used.set(key, true);
    return !isKnown;
  }

  begin(task: Id, key: string | null): void {
    this.open.set(task, key);
    if (key !== null) this.byKey.set(key, task);
  }

  /** Its row is written, or nobody works on it any more. */
  end(task: Id): void {
    const key = this.open.get(task);
    this.open.delete(task);
    if (key && this.byKey.get(key) === task) this.byKey.delete(key);
  }

  has(task: Id): boolean {
    return this.open.has(task);
  }

  /** Nobody waits for its answer any more. */
  abandon(task: Id): void {
    const key = this.open.get(task);
    if (key === undefined) return;
    if (key !== null) this.byKey.delete(key);
    this.process.lose(task);
  }
}
