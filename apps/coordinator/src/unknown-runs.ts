import { Injectable } from '@nestjs/common';
import { isTerminal, type Id } from '@assay/contracts';
import { askAgainSoon, lockRun, type RunEnding, type RunRow, type RunAdvance } from '@assay/persistence';
import { InjectLogger, type Logger } from '@assay/runtime';
import { instruments } from '@assay/telemetry';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { Pipelines } from './pipelines.js';

/** A run that is still open comes by every few seconds; one unseen for this long, milliseconds, has gone elsewhere. */
const SEEN_MS = 30_000;
const REMEMBERED = 100_000;

/**
 * Runs of pipeline versions that this release does not know: left behind by a roll-back, or begun by a newer
 * coordinator. They wait for one that knows them, but not beyond their deadline or a cancellation.
 */
@Injectable()
export class UnknownRuns {
  private readonly warned = new Set<string>();
  // by size: `max` would take memory for all of them at once, 4 MB for what is mostly empty
  private readonly seen = new LRUCache<Id, string>({ maxSize: REMEMBERED, sizeCalculation: () => 1, ttl: SEEN_MS });

  constructor(
    private readonly work: TaskRuntime,
    private readonly pipelines: Pipelines,
    @InjectLogger() private readonly logger: Logger,
  ) {
    instruments().runsUnknownVersion.addCallback((result) => {
      const products = Map.groupBy([...this.seen.values()], (product) => product);
      for (const [product, runs] of products) result.observe(runs.length, { product });
    });
  }

  /** Ends a run that has to end now; anything else of it waits for a coordinator of its version. */
  async advance(run: RunRow): Promise<RunAdvance | null> {
    if (isTerminal(run.status)) return null;
    const ending = endingOf(run);
    if (ending === null) {
      await this.wait(run);
      return null;
    }
    this.seen.delete(run.id);
    return this.end(run, ending);
  }

  private async wait({ id, product, pipelineVersion }: RunRow): Promise<void> {
    this.seen.set(id, product);
    const version = `${product} ${pipelineVersion}`;
    if (!this.warned.has(version)) {
      this.warned.add(version);
      const text = 'runs of a pipeline version that this release does not know wait for a coordinator that does';
      this.logger.warn({ product, pipelineVersion, run: id }, text);
    }
    await askAgainSoon(this.work.database, id);
  }

  private end({ id, product }: RunRow, ending: RunEnding): Promise<RunAdvance | null> {
    return this.work.database.transaction(async (connection) => {
      const run = await lockRun(connection, id);
      if (run === null || isTerminal(run.status)) return null;
      return { run, written: [await this.pipelines.ofProduct(product).end(connection, run, ending)] };
    });
  }
}

/** How a run ends that cannot be judged, where it has to end now. */
function endingOf(run: RunRow): RunEnding | null {
  if (run.cancelRequested) return { status: 'CANCELLED', error: null, stopReason: 'It was cancelled.' };
  if (run.now < run.deadlineAt) return null;
  const message =
    `It did not end within its deadline: no coordinator knows version ${run.pipelineVersion} of its pipeline. ` +
    'Run a release that does, and ask again.';
  return { status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED', message }, stopReason: message };
}
