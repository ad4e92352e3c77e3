import { PermanentError, type CallLabels, type SpendingLimits } from '@assay/contracts';
import type { AgentReply, LoopPorts, LoopState } from '@assay/llm';
import { hashOf } from '../block-store.js';
import type { TaskContext } from '../task-context.js';
import type { JournaledCalls } from './journaled-calls.js';
import type { ModelChoice, ModelSettings } from './model-settings.js';

/** What the loop of an agent with tools calls its model by. */
export interface LoopRequest {
  agent: CallLabels['agent'];
  /** Null: the model configured for the agent. */
  model: string | null;
  temperature: number;
  /** SHA-256 over the templates that the prompt is made of. */
  promptHash: string;
  /** What the first prompt was made of, for whoever wants to make it again. */
  madeOf: Record<string, unknown>;
  limits?: SpendingLimits;
}

/**
 * The ports of a loop within a task: each call of the model passes the gate, is journaled and priced, and is never paid
 * for twice. The journal keeps no prompts, which grow with every result: the first one follows from `madeOf`, the others
 * from it, the tool calls before them and the remark, and each is named by its hash.
 */
export class LoopCalls {
  constructor(
    private readonly calls: JournaledCalls,
    private readonly settings: ModelSettings,
  ) {}

  /** @throws PermanentError MODEL_NOT_CONFIGURED */
  ports(context: TaskContext, request: LoopRequest): Required<Pick<LoopPorts, 'askModel' | 'onReply' | 'onState'>> {
    const { endpoint, choice } = this.target(request);
    let before = { toolCalls: 0, remark: null as string | null };
    return {
      askModel: (messages, tools) => {
        const reference = {
          ...request.madeOf,
          ...before,
          prompt: hashOf(messages.map(({ content }) => content).join('\n')),
          tools: hashOf(JSON.stringify(tools)),
          ...choice,
          temperature: request.temperature,
        };
        const { agent, promptHash, limits, temperature } = request;
        return this.calls.complete(context, {
          agent,
          promptHash,
          limits,
          reference,
          request: { ...endpoint, ...choice, messages, temperature, contract: null, tools },
        });
      },
      onReply: (_index: number, { parser, repaired, flags }: AgentReply) =>
        context.journal.annotate({ parser, repaired, flags }),
      onState: ({ toolCalls, remark }: LoopState) => {
        before = { toolCalls: toolCalls.length, remark };
      },
    };
  }

  /** The model that a request would be answered by. @throws PermanentError MODEL_NOT_CONFIGURED */
  modelOf(request: Pick<LoopRequest, 'agent' | 'model'>): string {
    return this.target(request).choice.model;
  }

  private target({ agent, model }: Pick<LoopRequest, 'agent' | 'model'>): {
    endpoint: { baseUrl: string; apiKey: string };
    choice: ModelChoice;
  } {
    const { endpoint } = this.settings;
    const configured = this.settings.modelFor(agent, 'BASIC');
    const choice = model === null ? configured : { model, effort: configured?.effort ?? null };
    // the rest of the configured choice (a price) is none of a request's business
    if (endpoint && choice) return { endpoint, choice: { model: choice.model, effort: choice.effort } };
    throw new PermanentError(
      'MODEL_NOT_CONFIGURED',
      'No model is configured: set OPENAI_BASE_URL, OPENAI_API_KEY and ASSAY_MODEL_BASIC.',
    );
  }
}
