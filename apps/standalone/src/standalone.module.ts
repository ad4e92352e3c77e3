import { Module } from '@nestjs/common';
import { CoordinatorModule } from '@assay/coordinator';
import { DbSamplerModule } from '@assay/db-sampler';
import { EvaluatorModule } from '@assay/evaluator';
import { GeneratorModule } from '@assay/generator';
import { SqlSelectorModule } from '@assay/sql-selector';
import { SupervisorModule } from '@assay/supervisor';
import { TestGeneratorModule } from '@assay/test-generator';
import { TestReducerModule } from '@assay/test-reducer';

/** Every service but the API (which a process configures), in one process: the same modules, the same queues. */
@Module({
  imports: [
    CoordinatorModule,
    DbSamplerModule,
    EvaluatorModule,
    GeneratorModule,
    SqlSelectorModule,
    SupervisorModule,
    TestGeneratorModule,
    TestReducerModule,
  ],
})
export class StandaloneModule {}
