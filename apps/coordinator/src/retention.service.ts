import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { eraseAudit, eraseCallBodies } from '@assay/persistence';
import { InjectConfig, InjectLogger, type Config, type Logger } from '@assay/runtime';
import { Work } from '@assay/work';

/** Bodies past their time are looked for this often, milliseconds. */
const EVERY_MS = 10 * 60 * 1000;
const PAGE = 1000;

/**
 * Erases the bodies of model calls after `ASSAY_RETENTION_DAYS`; what they cost and decided stays on record. Removes
 * entries of the audit trail after `ASSAY_AUDIT_RETENTION_DAYS`.
 */
@Injectable()
export class RetentionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly work: Work,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.erase().then(() => this.eraseAudit()), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Erases page by page until nothing old is left; how many bodies went. */
  erase(): Promise<number> {
    return this.byPages('call bodies', () => eraseCallBodies(this.work.database, this.config.retentionDays, PAGE));
  }

  /** Removes page by page until nothing old is left; how many entries went. */
  eraseAudit(): Promise<number> {
    return this.byPages('audit entries', () => eraseAudit(this.work.database, this.config.auditRetentionDays, PAGE));
  }

  private async byPages(what: string, erasePage: () => Promise<number>): Promise<number> {
    let erased = 0;
    try {
      for (;;) {
        const page = await erasePage();
        erased += page;
        if (page < PAGE) return erased;
      }
    } catch (err) {
      this.logger.warn({ err }, `old ${what} could not be erased; the next round tries again`);
      return erased;
    }
  }
}
