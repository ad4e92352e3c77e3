import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readTaskQueues } from '@assay/persistence';
import { InjectLogger, type Logger } from '@assay/runtime';
import { MESSAGING } from '@assay/work/service';
import type { Messaging } from '@assay/work/messaging';
import { instruments, observeEach } from '@assay/runtime/telemetry';
import { TaskRuntime } from '@assay/work';
import {
  readCoordinatorQueue,
  readOpenRuns,
  readAnswers,
  readIncidents,
  type Answers,
  type OpenRuns,
  type QueueState,
  type Incidents,
} from '../sql/read-queues.js';

/** A third of an autoscaler's interval. */
const QUEUES_MS = 5000;
/** The answers of six hours take longer to read. */
const ANSWERS_MS = 60_000;
const NO_QUEUES: Reading = { queues: [], runs: [], incidents: null };

/** Queues of external jobs, which have no rows yet. */
const ASKING_QUEUES = ['questions', 'story-evaluations'] as const;

interface Reading {
  queues: QueueState[];
  runs: OpenRuns[];
  incidents: Incidents | null;
}

@Injectable()
export class QueueGauges implements OnApplicationBootstrap {
  private readonly read: () => Promise<Reading>;
  private readonly readAnswers: () => Promise<Answers | null>;

  constructor(
    private readonly work: TaskRuntime,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.read = this.cached(QUEUES_MS, NO_QUEUES, () => this.readQueues());
    this.readAnswers = this.cached(ANSWERS_MS, null, () => readAnswers(work.database));
  }

  onApplicationBootstrap(): void {
    this.reportIncidents();
    const { queueJobs, queueWork, queueOldest, runsOpen } = instruments();
    queueWork.addCallback(async (result) => {
      for (const { queue, waiting, active } of (await this.read()).queues) result.observe(waiting + active, { queue });
    });
    queueJobs.addCallback(async (result) => {
      for (const { queue, waiting, active, delayed } of (await this.read()).queues) {
        result.observe(waiting, { queue, state: 'waiting' });
        result.observe(active, { queue, state: 'active' });
        result.observe(delayed, { queue, state: 'delayed' });
      }
    });
    queueOldest.addCallback(async (result) => {
      for (const { queue, oldestSeconds } of (await this.read()).queues) result.observe(oldestSeconds ?? 0, { queue });
    });
    runsOpen.addCallback(async (result) => {
      for (const { product, status, runs } of (await this.read()).runs) result.observe(runs, { product, status });
    });
  }

  private reportIncidents(): void {
    const { runsStalled, unsentReplies, webhooksWaiting, gatesClosed, confidence, quotaLeft } = instruments();
    confidence.addCallback(async (result) => {
      const mean = (await this.readAnswers())?.confidence ?? null;
      if (mean !== null) result.observe(mean);
    });
    observeEach(
      quotaLeft,
      1,
      (workspace) => ({ workspace }),
      async () => (await this.readAnswers())?.quotas.map(({ workspace, left }) => [workspace, left]) ?? null,
    );
    const counts = { stalled: runsStalled, unsentReplies, webhooks: webhooksWaiting } as const;
    for (const [name, gauge] of Object.entries(counts) as [keyof typeof counts, typeof runsStalled][]) {
      gauge.addCallback(async (result) => {
        const { incidents } = await this.read();
        if (incidents) result.observe(incidents[name]);
      });
    }
    observeEach(
      gatesClosed,
      0,
      (model) => ({ model }),
      async () => (await this.read()).incidents?.gates.map((model) => [model, 1]) ?? null,
    );
  }

  /** Omits metrics that could not be read, instead of reporting zero. */
  private cached<Values>(ttlMs: number, none: Values, read: () => Promise<Values>): () => Promise<Values> {
    let latest: { at: number; made: Promise<Values> } | null = null;
    return () => {
      const now = performance.now();
      if (latest !== null && now - latest.at < ttlMs) return latest.made;
      const made = read().catch((err: unknown) => {
        this.logger.warn({ err }, 'metrics could not be read from the record');
        return none;
      });
      latest = { at: now, made };
      return made;
    };
  }

  private async readQueues(): Promise<Reading> {
    const { database } = this.work;
    // Include empty queues: autoscalers treat missing values as failures.
    const [tasks, coordinator, runs, incidents, asking] = await Promise.all([
      readTaskQueues(database),
      readCoordinatorQueue(database),
      readOpenRuns(database),
      readIncidents(database),
      Promise.all(ASKING_QUEUES.map((queue) => this.askingQueue(queue))),
    ]);
    return { queues: [...tasks, coordinator, ...asking], runs, incidents };
  }

  private async askingQueue(queue: (typeof ASKING_QUEUES)[number]): Promise<QueueState> {
    return { queue, ...(await this.messaging.desk.state(queue)) };
  }
}
