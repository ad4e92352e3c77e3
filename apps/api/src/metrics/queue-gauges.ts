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
const TTL_MS = 5000;

/** Queues of external jobs, which have no rows yet. */
const ASKING_QUEUES = ['questions', 'story-evaluations'] as const;

interface Reading {
  queues: QueueState[];
  runs: OpenRuns[];
  incidents: Incidents | null;
  answers: Answers | null;
}

@Injectable()
export class QueueGauges implements OnApplicationBootstrap {
  private reading: { at: number; made: Promise<Reading> } | null = null;

  constructor(
    private readonly work: TaskRuntime,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    @InjectLogger() private readonly logger: Logger,
  ) {}

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
    const { runsStalled, unsentReplies, gatesClosed, confidence, quotaLeft } = instruments();
    confidence.addCallback(async (result) => {
      const { answers } = await this.read();
      if (typeof answers?.confidence === 'number') result.observe(answers.confidence);
    });
    observeEach(
      quotaLeft,
      1,
      (workspace) => ({ workspace }),
      async () => ((await this.read()).answers?.quotas ?? []).map(({ workspace, left }) => [workspace, left]),
    );
    runsStalled.addCallback(async (result) => {
      const { incidents } = await this.read();
      if (incidents) result.observe(incidents.stalled);
    });
    unsentReplies.addCallback(async (result) => {
      const { incidents } = await this.read();
      if (incidents) result.observe(incidents.unsentReplies);
    });
    observeEach(
      gatesClosed,
      0,
      (model) => ({ model }),
      async () => ((await this.read()).incidents?.gates ?? []).map((model) => [model, 1]),
    );
  }

  private read(): Promise<Reading> {
    const now = performance.now();
    if (this.reading !== null && now - this.reading.at < TTL_MS) return this.reading.made;
    // Omit unreadable metrics instead of reporting zero.
    const made = this.readNow().catch((err: unknown) => {
      this.logger.warn({ err }, 'the queues could not be read for the metrics');
      return { queues: [], runs: [], incidents: null, answers: null };
    });
    this.reading = { at: now, made };
    return made;
  }

  private async readNow(): Promise<Reading> {
    const { database } = this.work;
    // Include empty queues: autoscalers treat missing values as failures.
    const [tasks, coordinator, runs, incidents, answers, asking] = await Promise.all([
      readTaskQueues(database),
      readCoordinatorQueue(database),
      readOpenRuns(database),
      readIncidents(database),
      readAnswers(database),
      Promise.all(ASKING_QUEUES.map((queue) => this.askingQueue(queue))),
    ]);
    return { queues: [...tasks, coordinator, ...asking], runs, incidents, answers };
  }

  private async askingQueue(queue: (typeof ASKING_QUEUES)[number]): Promise<QueueState> {
    const { waiting, active, delayed, oldestSeconds } = await this.messaging.depth(queue);
    return { queue, waiting, active, delayed, oldestSeconds };
  }
}
