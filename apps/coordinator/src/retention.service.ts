import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { eraseCallBodies } from '@assay/persistence';
import { InjectConfig, InjectLogger, type Config, type Logger } from '@assay/runtime';
import { Work } from '@assay/work';

/** Bodies past their time are looked for this often, milliseconds. */
const EVERY_MS = 10 * 60 * 1000;
const PAGE = 1000;

/** Erases the bodies of model calls after `ASSAY_RETENTION_DAYS`; what they cost and decided stays on record. */
@Injectable()
export class RetentionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly work: Work,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.erase(), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Erases page by page until nothing old is left; how many bodies went. */
  async erase(): Promise<number> {
    let erased = 0;
    try {
      for (;;) {
        const page = await eraseCallBodies(this.work.database, this.config.retentionDays, PAGE);
        erased += page;
        if (page < PAGE) return erased;
      }
    } catch (err) {
      this.logger.warn({ err }, 'old call bodies could not be erased; the next round tries again');
      return erased;
    }
  }
}
