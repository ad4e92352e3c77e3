import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@assay/runtime';
import { registerQueues } from '@assay/work/service';
import { evaluatesWithModels, StoryIntake } from '@assay/stories';
import { PersonQuotas, TaskRuntime } from '@assay/work';
import { StoryEvaluationsProcessor } from './story-evaluations.processor.js';
import { StoryEvaluatorProcessor } from './story-evaluator.processor.js';
import { StoryEvaluatorService } from './story-evaluator.service.js';

@Module({
  imports: [registerQueues('story-evaluator', 'story-evaluations')],
  providers: [
    StoryEvaluatorService,
    StoryEvaluatorProcessor,
    {
      provide: StoryIntake,
      inject: [TaskRuntime, CONFIG],
      useFactory: (work: TaskRuntime, { models, quotas }: Config) =>
        new StoryIntake(work, models.untilConfigured(evaluatesWithModels(models)), new PersonQuotas(work, quotas)),
    },
    StoryEvaluationsProcessor,
  ],
})
export class StoryEvaluatorModule {}
