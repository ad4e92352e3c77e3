import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, LOGGER, type Config, type Logger } from '@assay/runtime';
import { evaluatesWithModels, StoryIntake, StoryReader, type CanEvaluate } from '@assay/stories';
import { PersonQuotas, TaskRuntime } from '@assay/work';
import { EventFeed } from '../events/event-feed.js';
import { ResponseFormatsController } from './response-formats.controller.js';
import { StoryEvaluationsController } from './story-evaluations.controller.js';
import { StoryEventsController } from './story-events.controller.js';
import { STORY_EVENTS } from './story-events.token.js';

/** Needs a `TaskRuntime` (WorkModule) and the gate. */
@Module({
  // First: otherwise `response-formats` is taken as an id.
  controllers: [ResponseFormatsController, StoryEvaluationsController, StoryEventsController],
  providers: [
    { provide: StoryReader, inject: [TaskRuntime], useFactory: (work: TaskRuntime) => new StoryReader(work) },
    {
      provide: STORY_EVENTS,
      inject: [TaskRuntime, LOGGER],
      useFactory: (work: TaskRuntime, logger: Logger) =>
        new EventFeed(work.database, work.hints, (err) => logger.warn({ err }, 'events could not be read')),
    },
  ],
})
export class StoriesModule implements OnApplicationShutdown {
  /** @param canEvaluate while no model is configured */
  static register(canEvaluate?: CanEvaluate): DynamicModule {
    const useFactory = (work: TaskRuntime, { models, quotas }: Config): StoryIntake =>
      new StoryIntake(
        work,
        models.untilConfigured(evaluatesWithModels(models), canEvaluate),
        new PersonQuotas(work, quotas),
      );
    return { module: StoriesModule, providers: [{ provide: StoryIntake, inject: [TaskRuntime, CONFIG], useFactory }] };
  }

  constructor(@Inject(STORY_EVENTS) private readonly feed: EventFeed) {}

  onApplicationShutdown(): void {
    this.feed.stop();
  }
}
