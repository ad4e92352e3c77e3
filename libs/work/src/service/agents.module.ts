import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ModelClient, StructuredOutputMemory } from '@assay/llm';
import { PromptLibrary } from '@assay/llm/prompts';
import { CONFIG, guardedLookup, LOGGER, modelHostPolicy, type Config, type Logger } from '@assay/runtime';
import { Gates, ModelCalls, TaskRuntime } from '../index.js';
import { AgentCalls } from './agent-calls.js';
import { PROMPTS } from './prompts-folder.js';
import { AgentParts } from './agent-parts.js';
import { CandidateJudge } from './candidate-judge.js';
import { QuestionMaterials } from './question-materials.js';

const SCHEMA_SHARE = 0.4;

const MODEL_CLIENT = Symbol('assay.model-client');

@Global()
@Module({})
export class AgentsModule implements OnApplicationShutdown {
  constructor(@Inject(MODEL_CLIENT) private readonly client: ModelClient) {}

  static forProcess(): DynamicModule {
    return {
      module: AgentsModule,
      providers: [
        { provide: MODEL_CLIENT, inject: [LOGGER, CONFIG], useFactory: openClient },
        { provide: PromptLibrary, useFactory: () => PromptLibrary.load(PROMPTS) },
        {
          provide: ModelCalls,
          inject: [MODEL_CLIENT, CONFIG, TaskRuntime, LOGGER],
          useFactory: (client: ModelClient, config: Config, work: TaskRuntime, logger: Logger) =>
            new ModelCalls(
              client,
              config.models,
              new Gates(work.database, work.process, (gate) =>
                logger.warn(gate, 'a model answered 429: its tasks wait'),
              ),
              work.blocks,
              work.database,
            ),
        },
        AgentCalls,
        AgentParts,
        CandidateJudge,
        {
          provide: QuestionMaterials,
          inject: [TaskRuntime, CONFIG],
          useFactory: (work: TaskRuntime, { models }: Config) =>
            new QuestionMaterials(work, Math.floor(models.contextTokens * SCHEMA_SHARE)),
        },
      ],
      exports: [AgentParts, ModelCalls],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}

/** Checks at each connection where a url set by an admin leads. */
export function openClient(logger: Logger, config: Config): ModelClient {
  const memory = new StructuredOutputMemory((step) => logger.warn(step, 'an endpoint refused a request option'));
  const lookup = guardedLookup(() => {
    const { place } = config.models;
    return place && { place, policy: modelHostPolicy(config) };
  });
  return new ModelClient({ memory, lookup });
}
