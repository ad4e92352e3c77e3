import { toErrorNote, type CallLabels, type SpendingLimits } from '@assay/contracts';
import { ModelUnavailableError, type Completion, type ModelClient, type ModelRequest } from '@assay/llm';
import { activeTraceparent } from '@assay/runtime/telemetry';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import type { Budget } from './budget.js';
import type { CallTimes } from './call-times.js';
import { inCallSpan } from './call-span.js';
import type { Circuits } from './circuits.js';
import type { Gates } from './gates.js';
import { DEFAULT_GATE_MS } from '../timing.js';
import { costOf, type ModelSettings } from './model-settings.js';
import type { ModelWaits } from './model-waits.js';
import { Prefixes } from './prefixes.js';
import { SharedCalls } from './shared-calls.js';

/** Raw bytes are stored beside it. */
export type StoredCompletion = Omit<Completion, 'raw'> & { read?: Reading };

/** What an answer was read as; `calls` are tool calls. */
export type Reading =
  { value: unknown } | { violation: string } | { calls: { name: string; arguments: Record<string, unknown> }[] };

export interface PlannedCall {
  agent: CallLabels['agent'];
  /** SHA-256 of the templates. */
  promptHash: string;
  limits?: SpendingLimits;
  reference: object;
  request: Omit<ModelRequest, 'headers' | 'mode' | 'timeoutMs'>;
  /** Tasks of the stage that send this request; absent: only this one. */
  alike?: number;
  /** Must be stored before the answer; runs during the call. */
  beside?: () => Promise<void>;
}

export interface CallParts {
  client: ModelClient;
  settings: ModelSettings;
  gates: Gates;
  circuits: Circuits;
  budget: Budget;
  waits: ModelWaits;
  times: CallTimes;
}

/** Order of each call: gate, budget, circuit breaker, claim, model, price, journal. Recorded answers are replayed. */
export class JournaledCalls {
  private readonly prefixes = new Prefixes();
  private readonly shared: SharedCalls;

  constructor(private readonly parts: CallParts) {
    this.shared = new SharedCalls(parts.client);
  }

  /** @throws GATE_CLOSED, CIRCUIT_OPEN, BUDGET_EXCEEDED, and errors of the endpoint */
  async complete(context: TaskContext, call: PlannedCall): Promise<Completion> {
    const key = JSON.stringify(call.reference);
    context.replay?.onRequest(call.request.messages);
    const step = await context.journal.step('model', key, async () => {
      try {
        return await this.ask(context, call, key);
      } catch (error) {
        this.parts.waits.notice(context, call.agent, call.request.model, error);
        throw error;
      }
    });
    return { ...(step.answer as StoredCompletion), raw: step.raw ?? new Uint8Array() };
  }

  private async ask(context: TaskContext, call: PlannedCall, key: string): Promise<StepAnswer> {
    const { baseUrl, model } = call.request;
    const circuit = this.parts.circuits.of(baseUrl, model);
    const timeout = this.timeoutOf(context, call);
    this.parts.gates.pass(baseUrl, model);
    await this.parts.budget.check(context, call.limits);
    circuit.pass(context.task);
    await context.allow?.(timeout.ms);
    const storing = call.beside?.();
    storing?.catch(() => undefined);
    const startedAt = performance.now();
    try {
      const completion = await this.send(context, call, timeout.ms);
      circuit.succeeded();
      timeout.observe(completion.latencyMs);
      await storing;
      return await this.stepOf(context, call, completion);
    } catch (error) {
      await storing?.catch(() => undefined);
      if (context.signal.aborted) {
        circuit.aborted();
        throw error;
      }
      const isSlow = isOwnTimeout(error) && timeout.ms < this.parts.settings.timeoutMs;
      if (isSlow) {
        // given up early: says nothing about an outage
        circuit.aborted();
        timeout.observe(timeout.ms);
      }
      const reported = isSlow ? error : circuit.failed(context.task, error);
      await this.learnFrom(error, baseUrl, model);
      this.recordFailure(context, call, key, error, performance.now() - startedAt);
      throw reported;
    }
  }

  private timeoutOf(
    { attempts }: TaskContext,
    { agent, request }: PlannedCall,
  ): { ms: number; observe: (ms: number) => void } {
    const { times, settings } = this.parts;
    const key = [request.baseUrl, request.model, request.effort ?? '', agent].join('\n');
    return {
      ms: times.timeoutMs(key, settings.timeoutMs, attempts),
      observe: (ms) => times.observe(key, ms),
    };
  }

  private send(context: TaskContext, call: PlannedCall, timeoutMs: number): Promise<Completion> {
    const { client, settings } = this.parts;
    const request: ModelRequest = {
      ...call.request,
      mode: settings.structuredOutput,
      timeoutMs,
      headers: {
        'x-assay-agent': call.agent,
        'x-assay-question': context.run?.id ?? '',
        'x-assay-task': context.task,
      },
    };
    const { run, stage, signal } = context;
    const ask = async (asked: ModelRequest, until: AbortSignal): Promise<Completion> => {
      // alone: a shared call may have taken the time of this one
      if (until === signal) await context.allow?.(timeoutMs);
      return this.prefixes.call(asked, until, () => client.complete(traced(asked), until));
    };
    const scope = JSON.stringify([run?.id, stage?.id]);
    return inCallSpan({ agent: call.agent, request, context }, () =>
      this.shared.call(request, call.alike ?? 1, scope, signal, ask),
    );
  }

  private async stepOf(
    context: TaskContext,
    call: PlannedCall,
    { raw, ...completion }: Completion,
  ): Promise<StepAnswer> {
    const { agent, promptHash, limits, reference } = call;
    const costUsd = costOf(this.parts.settings.prices, [call.request.model, completion.model], completion);
    const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, latencyMs, finishReason, model } = completion;
    const tokens = { inputTokens, outputTokens, cachedTokens, cacheWriteTokens };
    await this.parts.budget.noticeUnpriced(context, limits, { model, costUsd });
    return {
      answer: completion satisfies StoredCompletion,
      raw,
      status: 'answered',
      request: reference,
      details: { agent, promptHash, model, ...tokens, latencyMs, finishReason, costUsd },
      events: [{ type: 'call-answered', body: { agent, model, tokens: inputTokens + outputTokens, costUsd } }],
    };
  }

  private recordFailure(context: TaskContext, call: PlannedCall, key: string, error: unknown, latencyMs: number): void {
    const { agent, promptHash, reference } = call;
    context.journal.recordFailure('model', key, {
      answer: null,
      raw: (error as { raw?: Uint8Array | null }).raw ?? null,
      status: 'failed',
      request: reference,
      details: { agent, promptHash, model: call.request.model, error: toErrorNote(error), latencyMs },
    });
  }

  private async learnFrom(error: unknown, endpoint: string, model: string): Promise<void> {
    if (!(error instanceof ModelUnavailableError) || error.code !== 'MODEL_RATE_LIMITED') return;
    await this.parts.gates.close(endpoint, model, error.retryAfterMs ?? DEFAULT_GATE_MS, error.message);
  }
}

/** The endpoint's own timeouts (408, 504) have a status. */
function isOwnTimeout(error: unknown): boolean {
  return error instanceof ModelUnavailableError && error.code === 'MODEL_TIMEOUT' && error.status === null;
}

/** Spans of a gateway become children of the call's. */
function traced(request: ModelRequest): ModelRequest {
  const traceparent = activeTraceparent();
  return traceparent === null ? request : { ...request, headers: { ...request.headers, traceparent } };
}
