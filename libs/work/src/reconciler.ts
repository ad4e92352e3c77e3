import type { Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { deletePublications, lostTasks, sweepOutbox, type Database } from '@assay/persistence';
import { finishOfLoss } from './failure-policy.js';
import type { Messaging } from './messaging/index.js';
import { instruments } from '@assay/runtime/telemetry';
import type { Publisher } from './publisher.js';
import type { TaskLedger } from './task-ledger.js';
import type { TaskProcess } from './task-process.js';
import { PAGE, PAGES_PER_ROUND } from './timing.js';
import { setTimeout as delay } from 'node:timers/promises';

/** Reclaims tasks of dead processes and publishes the outbox. Safe to run concurrently. */
export class Reconciler {
  private readonly stopping = new AbortController();
  private looping: Promise<void> | null = null;
  /** The queues refused publications that the record counts; the next round repeats them. */
  private isRefused = false;

  constructor(
    private readonly database: Database,
    private readonly process: TaskProcess,
    private readonly ledger: TaskLedger,
    private readonly publisher: Publisher,
    private readonly messaging: Pick<Messaging, 'lostJobs'>,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    this.looping = this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looping;
  }

  async run(): Promise<void> {
    const startedAt = performance.now();
    await this.reclaimTasks();
    await this.publishOutbox();
    instruments().sweepDuration.record((performance.now() - startedAt) / 1000);
  }

  /** Frozen queues delay no reclaiming. */
  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    const report = (error: unknown): void => this.onError(error as Error);
    let round: Promise<void> | null = null;
    for (;;) {
      await delay(timing.sweep, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return round ?? undefined;
      if (round) await this.reclaimTasks().catch(report);
      else
        round = this.run()
          .catch(report)
          .finally(() => (round = null));
    }
  }

  private async reclaimTasks(): Promise<void> {
    // after its own late heartbeat, a process cannot judge others
    const judges = this.process.canJudgePeers();
    const lost = await lostTasks(this.database, judges ? timing.unseen / 1000 : null, PAGE);
    // if the record hung, all heartbeats are late
    const inDoubt = judges && !this.process.canJudgePeers();
    const certain = inDoubt ? lost.filter(({ reason }) => reason === 'overdue') : lost;
    const ends = await Promise.allSettled(
      certain.map(({ reason, losses, ...owner }) =>
        this.ledger.finish({ ...owner, finish: finishOfLoss({ reason, losses }) }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') this.onError(end.reason as Error);
  }

  private async publishOutbox(): Promise<void> {
    // Nothing is marked as published while queues are unreachable; jobs that they lost are published at once.
    const loss = await this.messaging.lostJobs();
    if (loss !== null || this.isRefused) {
      await deletePublications(this.database);
      await loss?.repaired();
    }
    this.isRefused = false;
    for (let page = 0; page < PAGES_PER_ROUND; page += 1) {
      const outbox = await sweepOutbox(this.database, PAGE);
      const tasks = outbox.flatMap((item) => (item.kind === 'task' ? [item] : []));
      const runs: Id[] = outbox.flatMap((item) => (item.kind === 'run' ? [item.id] : []));
      const published = await Promise.all([this.publisher.tasks(tasks), this.publisher.advances(runs)]);
      this.isRefused = published.includes(false);
      if (this.isRefused || outbox.length < PAGE) return;
    }
  }
}
