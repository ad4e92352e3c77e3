import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Database, RunAdvance, RunRow } from '@assay/persistence';
import { QuestionPipeline } from '@assay/questions';
import { StoryPipeline } from '@assay/stories';

/** How the runs of one product advance. */
export interface Pipeline {
  readonly product: string;
  /** Writes one step of a run; `over` if the run has ended. A repeated call changes nothing. */
  advance(database: Database, run: Id): Promise<RunAdvance | 'over'>;
}

/** The pipelines of the products. */
@Injectable()
export class Pipelines {
  private readonly all: readonly Pipeline[] = [new QuestionPipeline(), new StoryPipeline()];

  of({ product }: Pick<RunRow, 'product'>): Pipeline {
    const found = this.all.find((pipeline) => pipeline.product === product);
    if (!found) throw new Error(`there is no pipeline for the product "${product}"`);
    return found;
  }
}
