import { Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Database, RunAdvance, RunRow } from '@assay/persistence';
import { QuestionPipeline } from '@assay/questions';
import { StoryPipeline } from '@assay/stories';

export interface Pipeline {
  readonly product: string;
  /** `over` if the run has ended. Idempotent. */
  advance(database: Database, run: Id): Promise<RunAdvance | 'over'>;
}

@Injectable()
export class Pipelines {
  private readonly all: readonly Pipeline[] = [new QuestionPipeline(), new StoryPipeline()];

  of({ product }: Pick<RunRow, 'product'>): Pipeline {
    const found = this.all.find((pipeline) => pipeline.product === product);
    if (!found) throw new Error(`there is no pipeline for the product "${product}"`);
    return found;
  }
}
