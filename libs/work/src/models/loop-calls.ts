import { PermanentError, toErrorNote, type CallLabels } from '@assay/contracts';
import {
  ModelUnavailableError,
  type AgentReply,
  type Completion,
  type LoopPorts,
  type LoopState,
  type ModelClient,
  type ModelMessage,
  type ToolDefinition,
} from '@assay/llm';
import { hashOf } from '../block-store.js';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import type { Gates } from './gates.js';
import { costOf, type ModelChoice, type ModelSettings } from './model-settings.js';

/** A 429 without a Retry-After closes the gate for this long, milliseconds. */
const DEFAULT_GATE_MS = 2000;

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
}

/** A completion as the journal keeps it; the bytes are kept beside it. */
type StoredCompletion = Omit<Completion, 'raw'>;

/**
 * The ports of a loop within a task: each call of the model passes the gate, is journaled and priced, and is never paid
 * for twice. The journal keeps no prompts, which grow with every result: the first one follows from `madeOf`, the others
 * from it, the tool calls before them and the remark, and each is named by its hash.
 */
export class LoopCalls {
  constructor(
    private readonly client: ModelClient,
    private readonly settings: ModelSettings,
    private readonly gates: Gates,
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
        return this.ask(context, request, { endpoint, choice, messages, tools, reference });
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

  private async ask(context: TaskContext, request: LoopRequest, call: LoopCall): Promise<Completion> {
    const { endpoint, choice, reference } = call;
    const key = JSON.stringify(reference);
    const labels = { agent: request.agent, promptHash: request.promptHash, model: choice.model };
    const step = await context.journal.step('model', key, async () => {
      this.gates.pass(endpoint.baseUrl, choice.model);
      const startedAt = performance.now();
      try {
        const completion = await this.complete(context, request, call);
        return this.stepOf(completion, reference, labels);
      } catch (error) {
        await this.learnFrom(error, endpoint.baseUrl, choice.model);
        if (!context.signal.aborted) {
          context.journal.recordFailure('model', key, {
            answer: null,
            raw: (error as { raw?: Uint8Array | null }).raw ?? null,
            status: 'failed',
            request: reference,
            details: { ...labels, error: toErrorNote(error), latencyMs: performance.now() - startedAt },
          });
        }
        throw error;
      }
    });
    return { ...(step.answer as StoredCompletion), raw: step.raw ?? new Uint8Array() };
  }

  private complete(context: TaskContext, request: LoopRequest, call: LoopCall): Promise<Completion> {
    const { endpoint, choice, messages, tools } = call;
    return this.client.complete(
      {
        ...endpoint,
        ...choice,
        messages,
        temperature: request.temperature,
        contract: null,
        tools,
        mode: this.settings.mode,
        timeoutMs: this.settings.timeoutMs,
        headers: {
          'x-assay-agent': request.agent,
          'x-assay-question': context.run?.id ?? '',
          'x-assay-task': context.task,
        },
      },
      context.signal,
    );
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

  private stepOf(
    { raw, ...completion }: Completion,
    reference: object,
    labels: { agent: string; promptHash: string; model: string },
  ): StepAnswer {
    const costUsd = costOf(this.settings.prices, [labels.model, completion.model], completion);
    const { inputTokens, outputTokens, latencyMs, finishReason, model } = completion;
    return {
      answer: completion satisfies StoredCompletion,
      raw,
      status: 'answered',
      request: reference,
      details: { ...labels, model, inputTokens, outputTokens, latencyMs, finishReason, costUsd },
      events: [
        { type: 'call-answered', body: { agent: labels.agent, model, tokens: inputTokens + outputTokens, costUsd } },
      ],
    };
  }

  private async learnFrom(error: unknown, endpoint: string, model: string): Promise<void> {
    if (!(error instanceof ModelUnavailableError) || error.code !== 'MODEL_RATE_LIMITED') return;
    await this.gates.close(endpoint, model, error.retryAfterMs ?? DEFAULT_GATE_MS, error.message);
  }
}

/** One call, with everything that goes over the wire. */
interface LoopCall {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
  messages: ModelMessage[];
  tools: ToolDefinition[];
  reference: object;
}
