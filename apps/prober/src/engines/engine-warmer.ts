import type { Dialect } from '@assay/contracts';
import { InjectLogger, type Logger } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readDialects } from '../sql/read-dialects.js';
import { ScratchEngines } from './scratch-engines.js';

/** Milliseconds: a new workspace has its engine before its first question. */
const EVERY_MS = 5000;

/** Starts an engine per dialect in use, so that questions need not wait. The first question retries failures. */
@Injectable()
export class EngineWarmer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly seen = new Set<Dialect>();
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly work: TaskRuntime,
    private readonly engines: ScratchEngines,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.look();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      await this.warmNew();
    } catch (err) {
      this.logger.warn({ err }, 'scratch engines could not be made ready');
    }
    if (!this.isStopped) this.timer = setTimeout(() => void this.look(), EVERY_MS).unref();
  }

  async warmNew(): Promise<void> {
    for (const dialect of await readDialects(this.work.database)) {
      if (this.isStopped || this.seen.has(dialect)) continue;
      this.seen.add(dialect);
      await this.engines.use(dialect, (engine) => engine.open());
    }
  }
}
