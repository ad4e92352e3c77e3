import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Advance, Database, Queryable, RunEnding, RunRow, RunAdvance } from '@assay/persistence';
import { QuestionPipeline } from '@assay/questions';
import { StoryPipeline } from '@assay/stories';
import { instruments } from '@assay/telemetry';
import type { TaskStarts } from '@assay/work';

/** How the runs of one product advance. */
export interface Pipeline {
  readonly product: string;
  /** The pipeline versions that it knows. */
  readonly versions: readonly number[];
  /**
   * One step of a run, written; `over` where there is nothing to decide any more. Twice does nothing. `starts` claims
   * for tasks of the step.
   */
  advance(database: Database, run: Id, starts: TaskStarts): Promise<RunAdvance | 'over'>;
  /** Ends a run of any version, in a transaction that has locked it. */
  end(connection: Queryable, run: RunRow, ending: RunEnding): Promise<Advance>;
}

/** The pipelines of this release. Runs of a version that none knows wait for a coordinator that does. */
@Injectable()
export class Pipelines {
  private readonly all: readonly Pipeline[] = [new QuestionPipeline(), new StoryPipeline()];

  constructor() {
    instruments().pipelines.addCallback((result) => {
      for (const { product, versions } of this.all) {
        for (const version of versions) result.observe(1, { pipeline: product, version: String(version) });
      }
    });
  }

  of(run: Pick<RunRow, 'product' | 'pipelineVersion'>): Pipeline | null {
    return (
      this.all.find(({ product, versions }) => product === run.product && versions.includes(run.pipelineVersion)) ??
      null
    );
  }

  ofProduct(product: RunRow['product']): Pipeline {
    const found = this.all.find((pipeline) => pipeline.product === product);
    if (!found) throw new Error(`there is no pipeline for the product "${product}"`);
    return found;
  }
}
