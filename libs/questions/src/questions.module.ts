import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { built, CONFIG, webhookHostPolicy, type Config } from '@assay/runtime';
import { PersonQuotas, TaskRuntime } from '@assay/work';
import { AuditTrail } from './audit/audit-trail.js';
import { Likes } from './curation/likes.js';
import { answeringModels } from './intake/answering-models.js';
import { answersWithModels, type CanAnswer } from './intake/can-answer.js';
import { QuestionIntake } from './intake/question-intake.js';
import { QuestionReader } from './record/question-reader.js';

/** Needs the process's `TaskRuntime`. */
@Module({})
export class QuestionsModule {
  /** @param canAnswer while no model is configured; default: none is answered */
  static register(canAnswer?: CanAnswer): DynamicModule {
    const providers: FactoryProvider[] = [
      {
        provide: PersonQuotas,
        inject: [TaskRuntime, CONFIG],
        useFactory: (work: TaskRuntime, { quotas }: Config) => new PersonQuotas(work, quotas),
      },
      {
        provide: QuestionIntake,
        inject: [TaskRuntime, CONFIG, PersonQuotas],
        useFactory: (work: TaskRuntime, config: Config, quotas: PersonQuotas) =>
          new QuestionIntake(
            work,
            config.models.untilConfigured(answersWithModels(config.models), canAnswer),
            () => answeringModels(config.models),
            quotas,
            webhookHostPolicy(config),
          ),
      },
      built(QuestionReader, TaskRuntime),
      built(Likes, TaskRuntime),
      built(AuditTrail, TaskRuntime),
    ];
    return { module: QuestionsModule, providers, exports: providers };
  }
}
