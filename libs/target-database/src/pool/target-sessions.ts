import { InfrastructureError } from '@assay/contracts';
import type { ResolvedTarget } from '../connection/connection-target.js';
import { isStillListed, type CutReport } from '../cut-report.js';
import type { DatabaseDriver } from '../driver.js';
import type { CutSession, DatabaseSession } from '../session.js';
import { SessionPool, type Lease } from './session-pool.js';

/** Times in milliseconds. */
export interface SessionOptions {
  maxSessions: number;
  idleMs: number;
  acquireMs: number;
  connectMs: number;
  /** Awaited before the cut operation rejects. */
  onCut?: (report: CutReport) => Promise<void>;
}

/** Sessions of a database: opened, lent, retried once, and reported where they were cut. */
export class TargetSessions {
  private readonly pool: SessionPool<DatabaseSession>;
  private prepared: string | null = null;

  /** @param onRenewed cached facts are outdated */
  constructor(
    private readonly driver: DatabaseDriver,
    private readonly target: ResolvedTarget,
    private readonly options: SessionOptions,
    private readonly onRenewed: () => void,
  ) {
    this.pool = new SessionPool((signal) => this.open(signal), {
      max: options.maxSessions,
      idleMs: options.idleMs,
      acquireMs: options.acquireMs,
      growAfterMs: driver.growAfterMs,
    });
  }

  async lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean> {
    const lists = this.driver.lists?.bind(this.driver);
    if (!lists) return false;
    return this.pool.use(({ session }) => lists(session, cut, cutSeconds, signal), signal);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Retries once if a reused session was broken, which is safe for reads. */
  async use<Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    signal: AbortSignal,
    ofStatement = false,
  ): Promise<Result> {
    await this.prepare(signal);
    for (let last = false; ; last = true) {
      let used: Partial<Lease<DatabaseSession>> = {};
      try {
        return await this.pool.use((lease) => work((used = lease).session), signal);
      } catch (error) {
        const lost = error instanceof InfrastructureError && error.code === 'TARGET_CONNECTION_LOST';
        if (last || !used.reused || !lost || signal.aborted) throw error;
        this.pool.dropIdle();
      } finally {
        await this.report(used.session?.cut, ofStatement);
      }
    }
  }

  /** Outside connection timeouts. A new result ends the sessions. */
  async prepare(signal: AbortSignal, fresh = false): Promise<void> {
    const preparing = this.driver.prepare?.(this.target, fresh);
    if (preparing === undefined) return;
    const prepared = await abortable(preparing, signal);
    if (prepared === this.prepared) return;
    if (this.prepared !== null) this.pool.retire();
    this.prepared = prepared;
    this.onRenewed();
  }

  /** Reports cut sessions that keep running or exceeded their time. */
  private async report(session: CutSession | null | undefined, ofStatement: boolean): Promise<void> {
    if (!session || !this.options.onCut) return;
    if (!session.overdue && !(await isStillListed((signal) => this.lists(session, 0, signal)))) return;
    await this.options.onCut({ session, ofStatement });
  }

  private async open(signal: AbortSignal): Promise<DatabaseSession> {
    const limits = { connectMs: this.options.connectMs, signal };
    const addresses = this.target.kind === 'server' ? this.target.addresses : [''];
    let failure: unknown = null;
    for (const address of addresses) {
      try {
        return await this.driver.open({ target: this.target, address }, limits);
      } catch (error) {
        // A refusal applies to all addresses.
        if (!(error instanceof InfrastructureError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}

/** Rejects with the signal's reason when aborted; does not stop the work. */
async function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
