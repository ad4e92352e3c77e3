import {
  PermanentError,
  toErrorNote,
  type Agent,
  type AgentAnswer,
  type AnswerContractName,
  type Level,
  type SpendingLimits,
} from '@assay/contracts';
import {
  ModelUnavailableError,
  askByContract,
  responseContract,
  type AskOptions,
  type AskOutcome,
  type Completion,
  type ModelClient,
  type ModelMessage,
  type ModelRequest,
} from '@assay/llm';
import type { Database } from '@assay/persistence';
import type { RenderedPrompt } from '@assay/prompts';
import type { BlockStore } from '../block-store.js';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import { Budget } from './budget.js';
import type { Gates } from './gates.js';
import { LoopCalls } from './loop-calls.js';
import { costOf, type ModelSettings } from './model-settings.js';

/** A 429 without a Retry-After closes the gate for this long, milliseconds. */
const DEFAULT_GATE_MS = 2000;

/** What an agent asks a model for. */
export interface AgentRequest<Name extends AnswerContractName> {
  /** The queue's name, or `evaluator` where the generator borrows its prompt. */
  agent: Agent;
  level: Level;
  contract: Name;
  prompt: RenderedPrompt;
  temperature: number;
  limits?: SpendingLimits;
  /** Asks beyond the first for an answer that breaks its contract. */
  reasks?: number;
  check?: AskOptions<Name>['check'];
  fromText?: AskOptions<Name>['fromText'];
}

/** A completion as the journal keeps it, with what was made of it; the bytes are kept beside it. */
type StoredCompletion = Omit<Completion, 'raw'> & { read?: { value: unknown } | { violation: string } };

/**
 * Calls of models from within a task: gate, budget, journal, price. Every answer is on record before the task asks
 * again, and is never paid for twice.
 */
export class ModelCalls {
  /** Calls of agents that have tools. */
  readonly loops: LoopCalls;
  private readonly budget: Budget;

  constructor(
    private readonly client: ModelClient,
    private readonly settings: ModelSettings,
    private readonly gates: Gates,
    private readonly blocks: BlockStore,
    database: Database,
  ) {
    this.budget = new Budget(database);
    this.loops = new LoopCalls(client, settings, gates);
  }

  /**
   * Asks until the answer fits its contract, a bounded number of times.
   * @throws PermanentError MODEL_NOT_CONFIGURED, BUDGET_EXCEEDED, and what the client says of the endpoint
   */
  async ask<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
  ): Promise<AskOutcome<Name>> {
    const { system, user } = request.prompt;
    return askByContract((messages) => this.call(context, request, messages), {
      contract: request.contract,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      reasks: request.reasks,
      check: request.check,
      fromText: request.fromText,
      onAnswer: (_index, { raw: _bytes, ...completion }, reading) => {
        const { parser, repaired, flags, coercions } = reading;
        const notes = [...flags, ...coercions.map((coercion) => `coerced ${coercion}`)];
        const read = reading.ok ? { value: reading.value } : { violation: reading.violation.code };
        context.journal.annotate({ parser, repaired, flags: notes }, {
          ...completion,
          read,
        } satisfies StoredCompletion);
      },
    });
  }

  /** The answer itself. @throws PermanentError ANSWER_NOT_IN_FORM when the model never kept to the contract */
  async answer<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
  ): Promise<{ value: AgentAnswer<Name>; completion: Completion; reasks: number }> {
    const outcome = await this.ask(context, request);
    if (outcome.status === 'answered') return outcome;
    throw new PermanentError(
      'ANSWER_NOT_IN_FORM',
      `The ${request.agent} never answered in form (${outcome.reasks + 1} calls): ${outcome.violation.message}`,
    );
  }

  private async call<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
    messages: ModelMessage[],
  ): Promise<Completion> {
    const { endpoint, choice } = this.target(request);
    const tail = messages.at(-1)?.content.slice(request.prompt.user.length) ?? '';
    const reference = {
      system: request.prompt.systemHash,
      parts: request.prompt.parts.map((part) => part.hash ?? { text: part.text }),
      tail,
      model: choice.model,
      effort: choice.effort,
      temperature: request.temperature,
      contract: request.contract,
    };
    const key = JSON.stringify(reference);
    const step = await context.journal.step('model', key, async () => {
      this.gates.pass(endpoint.baseUrl, choice.model);
      await this.budget.check(context, request.limits);
      const storing = this.storeShared(context, request.prompt);
      const labels = { agent: request.agent, promptHash: request.prompt.templateHash, model: choice.model };
      const startedAt = performance.now();
      try {
        const completion = await this.client.complete(this.modelRequest(context, request, messages), context.signal);
        await storing;
        const answered = this.stepOf(reference, completion, labels);
        const { model, costUsd = null } = answered.details ?? {};
        await this.budget.noticeUnpriced(context, request.limits, { model: model ?? choice.model, costUsd });
        return answered;
      } catch (error) {
        await storing.catch(() => undefined);
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

  private target(request: { agent: Agent; level: Level }): {
    endpoint: { baseUrl: string; apiKey: string };
    choice: { model: string; effort: string | null };
  } {
    const { endpoint } = this.settings;
    const choice = this.settings.modelFor(request.agent, request.level);
    if (endpoint && choice) return { endpoint, choice };
    throw new PermanentError(
      'MODEL_NOT_CONFIGURED',
      'No model is configured: set OPENAI_BASE_URL, OPENAI_API_KEY and ASSAY_MODEL_BASIC.',
    );
  }

  private modelRequest<Name extends AnswerContractName>(
    context: TaskContext,
    request: AgentRequest<Name>,
    messages: ModelMessage[],
  ): ModelRequest {
    const { endpoint, choice } = this.target(request);
    return {
      ...endpoint,
      ...choice,
      messages,
      temperature: request.temperature,
      contract: responseContract(request.contract),
      mode: this.settings.mode,
      timeoutMs: this.settings.timeoutMs,
      headers: {
        'x-assay-agent': request.agent,
        'x-assay-question': context.run?.id ?? '',
        'x-assay-task': context.task,
      },
    };
  }

  private stepOf(
    reference: object,
    { raw, ...completion }: Completion,
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

  /** The parts that other prompts share are kept once, beside the calls that name them by hash. */
  private async storeShared(context: TaskContext, prompt: RenderedPrompt): Promise<void> {
    const shared = prompt.parts.flatMap((part) => (part.shared ? [part.text] : []));
    await this.blocks.store(context.workspace, [prompt.system, ...shared]);
  }

  private async learnFrom(error: unknown, endpoint: string, model: string): Promise<void> {
    if (!(error instanceof ModelUnavailableError) || error.code !== 'MODEL_RATE_LIMITED') return;
    await this.gates.close(endpoint, model, error.retryAfterMs ?? DEFAULT_GATE_MS, error.message);
  }
}
