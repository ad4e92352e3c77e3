import type { OnApplicationBootstrap } from '@nestjs/common';
import { resealConnections, type WorkspaceRows } from '@assay/questions';
import type { Logger } from '@assay/runtime';

/** At every start. */
export class ConnectionResealing implements OnApplicationBootstrap {
  constructor(
    private readonly rows: WorkspaceRows,
    private readonly keys: Parameters<typeof resealConnections>[1],
    private readonly logger: Logger,
  ) {}

  /** In the background, since former keys still decrypt. */
  onApplicationBootstrap(): void {
    void this.reseal();
  }

  private async reseal(): Promise<void> {
    try {
      const { resealed, unreadable } = await resealConnections(this.rows, this.keys);
      if (resealed > 0) this.logger.info({ resealed }, 'connection strings were sealed with the current key');
      if (unreadable.length > 0) {
        this.logger.error({ workspaces: unreadable }, 'connection strings that no key opens: is one missing?');
      }
    } catch (err) {
      this.logger.warn({ err }, 'connection strings could not be checked for other keys');
    }
  }
}
