import { Module } from '@nestjs/common';
import { DbSamplerModule } from '@assay/db-sampler';
import { EvaluatorModule } from '@assay/evaluator';
import { GeneratorModule } from '@assay/generator';
import { SqlSelectorModule } from '@assay/sql-selector';
import { StoryEvaluatorModule } from '@assay/story-evaluator';
import { SupervisorModule } from '@assay/supervisor';
import { TestGeneratorModule } from '@assay/test-generator';
import { TestReducerModule } from '@assay/test-reducer';

/** Every service that needs no options, in one process: the same modules, the same queues. */
@Module({
  imports: [
    DbSamplerModule,
    EvaluatorModule,
    GeneratorModule,
    SqlSelectorModule,
    StoryEvaluatorModule,
    SupervisorModule,
    TestGeneratorModule,
    TestReducerModule,
  ],
})
export class StandaloneModule {}
