import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ModelClient, StructuredOutputMemory } from '@assay/llm';
import { PromptLibrary } from '@assay/prompts';
import { CONFIG, LOGGER, type Config, type Logger } from '@assay/runtime';
import { Gates, ModelCalls, TaskRuntime, type ModelSettings } from '@assay/work';
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
        { provide: MODEL_CLIENT, inject: [LOGGER], useFactory: openClient },
        { provide: PromptLibrary, useFactory: () => PromptLibrary.load(PROMPTS) },
        {
          provide: ModelCalls,
          inject: [MODEL_CLIENT, CONFIG, TaskRuntime, LOGGER],
          useFactory: (client: ModelClient, config: Config, work: TaskRuntime, logger: Logger) =>
            new ModelCalls(
              client,
              settingsOf(config),
              new Gates(work.database, work.process, (gate) =>
                logger.warn(gate, 'a model asked to be left alone: its tasks wait'),
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

function openClient(logger: Logger): ModelClient {
  const memory = new StructuredOutputMemory((step) => logger.warn(step, 'an endpoint refused a way of asking'));
  return new ModelClient({ memory });
}

function settingsOf({ models }: Config): ModelSettings {
  const { endpoint } = models;
  return {
    endpoint: endpoint && { baseUrl: endpoint.baseUrl, apiKey: endpoint.apiKey ?? '' },
    modelFor: (agent, level) => models.modelFor(agent, level),
    mode: models.structuredOutput,
    timeoutMs: models.timeoutMs,
    prices: models.prices,
  };
}
