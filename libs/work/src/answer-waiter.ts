import { InfrastructureError, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { readAnswers, type AnswerRow, type Database } from '@assay/persistence';
import type { HintBus } from './hint-bus.js';

interface Waiting {
  resolve: (answer: AnswerRow) => void;
  reject: (error: Error) => void;
  expires: number;
}

/** One reader per process, woken by hints and by polling, as hints can be lost. */
export class AnswerWaiter {
  private readonly waiting = new Map<Id, Set<Waiting>>();
  private timer: NodeJS.Timeout | null = null;
  private readonly hinted = new Set<Id>();
  private reading = false;
  /** Unsubscribes; null until the first wait. */
  private off: (() => void) | null = null;

  constructor(
    private readonly database: Database,
    private readonly hints: Pick<HintBus, 'on'>,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * Returns the ended row, or MISSING after a crash of Postgres. Throws InfrastructureError after `timeoutMs`, or the
   * reason of `signal`.
   */
  wait(task: Id, timeoutMs: number, signal: AbortSignal): Promise<AnswerRow> {
    return new Promise<AnswerRow>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const entry: Waiting = { resolve, reject, expires: performance.now() + timeoutMs };
      const all = this.waiting.get(task) ?? new Set<Waiting>();
      this.waiting.set(task, all.add(entry));
      const unregister = (): void => {
        signal.removeEventListener('abort', aborted);
        all.delete(entry);
        if (all.size === 0 && this.waiting.get(task) === all) this.waiting.delete(task);
      };
      entry.reject = (error) => {
        unregister();
        reject(error);
      };
      const aborted = (): void => entry.reject(signal.reason as Error);
      signal.addEventListener('abort', aborted, { once: true });
      entry.resolve = (answer) => {
        unregister();
        resolve(answer);
      };
      this.off ??= this.hints.on('answer', (answered) => this.hint(answered));
      this.timer ??= setInterval(() => void this.poll(), timing.answerPoll);
    });
  }

  private settle(answer: AnswerRow): void {
    for (const entry of [...(this.waiting.get(answer.id) ?? [])]) entry.resolve(answer);
  }

  stop(): void {
    this.off?.();
    if (this.timer) clearInterval(this.timer);
    for (const entries of this.waiting.values()) {
      for (const entry of [...entries]) entry.reject(new InfrastructureError('STOPPING', 'This process is stopping.'));
    }
  }

  private hint(task: Id | null): void {
    for (const awaited of task === null ? this.waiting.keys() : [task]) {
      if (this.waiting.has(awaited)) this.hinted.add(awaited);
    }
    if (this.hinted.size > 0) setImmediate(() => void this.read([...this.hinted]));
  }

  private async poll(): Promise<void> {
    if (this.waiting.size === 0) {
      if (this.timer) clearInterval(this.timer);
      this.timer = null;
      return;
    }
    await this.read([...this.waiting.keys()]);
    for (const [task, entries] of this.waiting) {
      for (const entry of [...entries]) {
        if (entry.expires > performance.now()) continue;
        entry.reject(unanswered(task));
      }
    }
  }

  private async read(tasks: Id[]): Promise<void> {
    if (this.reading || tasks.length === 0) return;
    this.reading = true;
    for (const task of tasks) this.hinted.delete(task);
    try {
      const wanted = tasks.filter((task) => this.waiting.has(task));
      const answers = wanted.length > 0 ? await readAnswers(this.database, wanted) : [];
      for (const answer of answers) this.settle(answer);
    } catch (error) {
      this.onError(error as Error);
    } finally {
      this.reading = false;
      if (this.hinted.size > 0) setImmediate(() => void this.read([...this.hinted]));
    }
  }
}

function unanswered(task: Id): InfrastructureError {
  const message =
    `The service db-sampler did not answer in time (task ${task}). ` +
    'Check that it runs and is ready (/health/ready), then ask again.';
  return new InfrastructureError('DB_SAMPLER_UNAVAILABLE', message);
}
