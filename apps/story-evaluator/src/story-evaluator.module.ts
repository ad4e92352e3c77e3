import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { StoryIntake } from '@assay/stories';
import { TaskRuntime } from '@assay/work';
import { StoryEvaluationsProcessor } from './story-evaluations.processor.js';
import { StoryEvaluatorProcessor } from './story-evaluator.processor.js';
import { StoryEvaluatorService } from './story-evaluator.service.js';

/** The consumers of the queues `story-evaluator` (tasks) and `story-evaluations` (requests). */
@Module({
  imports: [registerQueues('story-evaluator', 'story-evaluations')],
  providers: [
    StoryEvaluatorService,
    StoryEvaluatorProcessor,
    { provide: StoryIntake, inject: [TaskRuntime], useFactory: (work: TaskRuntime) => new StoryIntake(work) },
    StoryEvaluationsProcessor,
  ],
})
export class StoryEvaluatorModule {}
