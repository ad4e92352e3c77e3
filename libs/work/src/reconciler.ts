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

/** Reclaims tasks of dead processes and publishes the outbox. Safe to run concurrently. */
export class Reconciler {
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly process: TaskProcess,
    private readonly ledger: TaskLedger,
    private readonly publisher: Publisher,
    private readonly messaging: Pick<Messaging, 'lostJobs'>,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    const next = (): void => {
      if (this.stopped) return;
      this.timer = setTimeout(() => {
        this.round = this.run()
          .catch((error: unknown) => this.onError(error as Error))
          .finally(next);
      }, timing.sweep);
    };
    next();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.round;
  }

  async run(): Promise<void> {
    const startedAt = performance.now();
    await this.reclaimTasks();
    await this.publishOutbox();
    instruments().sweepDuration.record((performance.now() - startedAt) / 1000);
  }

  private async reclaimTasks(): Promise<void> {
    // after its own late heartbeat, a process cannot judge others
    const unseenSeconds = this.process.canJudgePeers() ? timing.unseen / 1000 : null;
    const lost = await lostTasks(this.database, unseenSeconds, PAGE);
    const items = lost.map(({ reason, losses, ...owner }) => ({
      ...owner,
      finish: finishOfLoss({ reason, losses }),
    }));
    await Promise.all(items.map((item) => this.ledger.finish(item)));
  }

  private async publishOutbox(): Promise<void> {
    // Nothing is marked as published while queues are unreachable; jobs that they lost are published at once.
    const loss = await this.messaging.lostJobs();
    if (loss !== null) {
      await deletePublications(this.database);
      await loss.repaired();
    }
    for (let page = 0; page < PAGES_PER_ROUND; page += 1) {
      const outbox = await sweepOutbox(this.database, PAGE);
      const tasks = outbox.flatMap((item) => (item.kind === 'task' ? [item] : []));
      const runs: Id[] = outbox.flatMap((item) => (item.kind === 'run' ? [item.id] : []));
      await Promise.all([this.publisher.tasks(tasks), runs.length > 0 ? this.publisher.advances(runs) : undefined]);
      if (outbox.length < PAGE) return;
    }
  }
}
