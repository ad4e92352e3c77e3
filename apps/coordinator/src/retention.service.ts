import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  dropPartitions,
  ensurePartitions,
  eraseAudit,
  eraseCallBodies,
  eraseDeadProcesses,
  eraseOldEvaluations,
  eraseOldRecords,
  eraseOldRequests,
  eraseUnusedBlocks,
  deleteIdempotencyKeys,
  deleteWorkspaceDays,
  readRetentionLag,
  type RetentionLag,
} from '@assay/persistence';
import { discardAbandonedFiles, eraseClosedWorkspaces } from '@assay/questions';
import { HealthRegistry, InjectConfig, InjectLogger, type Config, type Logger } from '@assay/runtime';
import { instruments } from '@assay/runtime/telemetry';
import { TaskRuntime } from '@assay/work';

const EVERY_MS = 10 * 60 * 1000;
const FIRST_MS = 60 * 1000;

const PAGE = 1000;
const RECORDS_PAGE = 100;
const LARGE_PAGE = 10;

const MONTHS_AHEAD = 3;

const LATE_SECONDS = 24 * 60 * 60;

/**
 * Also resumes interrupted workspace erasures and maintains partitions. Each page is a transaction, so any coordinator
 * can continue a round.
 */
@Injectable()
export class RetentionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  /** Of the last round; null before. */
  private lag: RetentionLag | null = null;

  constructor(
    private readonly work: TaskRuntime,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
    private readonly health: HealthRegistry,
  ) {}

  onApplicationBootstrap(): void {
    instruments().retentionLag.addCallback((result) => {
      for (const [what, seconds] of Object.entries(this.lag ?? {})) result.observe(seconds as number, { what });
    });
    this.health.registerDetail('retention', () => ({ lagSeconds: this.lag }));
    this.plan(FIRST_MS);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private plan(delayMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.round().finally(() => this.plan(EVERY_MS)), delayMs).unref();
  }

  /** Logs failures; the next round retries. */
  async round(): Promise<void> {
    const { database } = this.work;
    const { retentionDays, recordRetentionDays } = this.config;
    // bodies do not outlive their record
    const days = Math.min(retentionDays, recordRetentionDays ?? retentionDays);
    await this.quietly('partitions could not be made', () => ensurePartitions(database, MONTHS_AHEAD));
    await this.pages('call bodies', PAGE, (limit) => eraseCallBodies(database, days, limit));
    await this.pages('unused texts', PAGE, (limit) => eraseUnusedBlocks(database, days, limit));
    await this.pages('requests of no question', PAGE, (limit) => eraseOldRequests(database, days, limit));
    await this.pages('idempotency keys', PAGE, (limit) => deleteIdempotencyKeys(database, limit));
    await this.pages('counters of days', PAGE, (limit) => deleteWorkspaceDays(database, limit));
    await this.pages('uploads', LARGE_PAGE, (limit) => discardAbandonedFiles(database, limit));
    await this.pages('workspaces', LARGE_PAGE, (limit) => eraseClosedWorkspaces(this.work, limit));
    await this.pages('dead processes', PAGE, (limit) => eraseDeadProcesses(database, limit));
    await this.pages('audit entries', PAGE, (limit) => eraseAudit(database, this.config.auditRetentionDays, limit));
    if (recordRetentionDays !== null) {
      await this.pages('records', RECORDS_PAGE, (limit) => eraseOldRecords(database, recordRetentionDays, limit));
      await this.pages('evaluations', LARGE_PAGE, (limit) => eraseOldEvaluations(database, recordRetentionDays, limit));
      await this.quietly('partitions could not be dropped', async () => {
        const dropped = await dropPartitions(database, recordRetentionDays);
        if (dropped.length > 0) this.logger.info({ partitions: dropped }, 'partitions of erased records were dropped');
      });
    }
    await this.quietly('the lag of retention could not be read', async () => {
      this.lag = await readRetentionLag(database, days, recordRetentionDays);
      this.warnOfLag(this.lag);
    });
  }

  private async pages(what: string, size: number, erase: (limit: number) => Promise<number>): Promise<void> {
    await this.quietly(`expired ${what} could not be erased; the next round retries`, async () => {
      while (!this.stopped && (await erase(size)) === size);
    });
  }

  private async quietly(failure: string, work: () => Promise<unknown>): Promise<void> {
    if (this.stopped) return;
    await work().catch((err: unknown) => this.logger.warn({ err }, failure));
  }

  private warnOfLag(lag: RetentionLag): void {
    const late = Object.values(lag).some((seconds: number) => seconds > LATE_SECONDS);
    if (late) this.logger.warn({ lagSeconds: lag }, 'retention is late: expired data still exists');
  }
}
