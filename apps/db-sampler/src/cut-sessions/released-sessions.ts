import type { Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import type { Logger } from '@assay/runtime';
import { serverOf, type DatabaseSampler, type WorkspaceConnection } from '../sampler/index.js';
import { claimCuts, countCuts, releaseCut, type OpenCut } from '../sql/cut-sessions.js';

const LOOK_MS = 5000;
/** A session cut longer ago counts as over if its server cannot be asked. */
const GIVE_UP_SECONDS = 86_400;

export class ReleasedSessions {
  private readonly timer: NodeJS.Timeout;
  private readonly closing = new AbortController();
  private open = 0;
  private looking: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly sampler: Pick<DatabaseSampler, 'lists'>,
    private readonly connectionOf: (workspace: Id) => Promise<WorkspaceConnection>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly everyMs = LOOK_MS,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look()
        .catch((err: unknown) => this.logger.warn({ err }, 'cut sessions could not be read'))
        .finally(() => (this.looking = null));
    }, everyMs).unref();
  }

  get count(): number {
    return this.open;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.closing.abort();
    await this.looking;
  }

  private async look(): Promise<void> {
    const due = await claimCuts(this.database, this.everyMs * 0.9);
    await Promise.all(due.map(async (cut) => (await this.isOver(cut)) && releaseCut(this.database, cut.id)));
    this.open = await countCuts(this.database);
  }

  private async isOver({ workspace, server, session, seconds }: OpenCut): Promise<boolean> {
    try {
      const connection = await this.connectionOf(workspace);
      if (serverOf(connection) !== server) return true;
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LOOK_MS)]);
      return !(await this.sampler.lists(connection, session, seconds, signal));
    } catch (err) {
      if (!this.closing.signal.aborted)
        this.logger.warn({ err, workspace }, 'the sessions of a server could not be listed');
      return seconds > GIVE_UP_SECONDS;
    }
  }
}
