import type { Dialect } from '@assay/contracts';
import { InjectLogger, type Logger } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readDialects } from '../sql/read-dialects.js';
import { ScratchEngines } from './scratch-engines.js';

/** How often workspaces are looked at, milliseconds: a new one has its engine before its first question is asked. */
const EVERY_MS = 5000;

/**
 * Gets an engine ready for each dialect that a workspace has, so that no question waits for the start of a server. What
 * cannot be made ready is tried again by the first question that needs it.
 */
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

  /** Warms the engines of dialects that no workspace had before, and plans the next look. */
  private async look(): Promise<void> {
    try {
      await this.warmNew();
    } catch (err) {
      this.logger.warn({ err }, 'scratch engines could not be made ready');
    }
    if (!this.isStopped) this.timer = setTimeout(() => void this.look(), EVERY_MS).unref();
  }

  /** Each dialect once. */
  async warmNew(): Promise<void> {
    for (const dialect of await readDialects(this.work.database)) {
      if (this.isStopped || this.seen.has(dialect)) continue;
      this.seen.add(dialect);
      await this.engines.use(dialect, (engine) => engine.open());
    }
  }
}
