import type { LookupFunction } from 'node:net';
import OpenAI from 'openai';
import { type BufferedFetchOptions, bodyOf, bufferedFetch } from './buffered-fetch.js';
import { callError } from './call-error.js';
import { CallTarget } from './call-target.js';
import type { Completion } from './completion.js';
import { ModelRejectedError } from './model-errors.js';
import type { ModelRequest } from './model-request.js';
import { OwnDispatcher } from './own-dispatcher.js';
import { readCompletion } from './read-completion.js';
import type { ReportedUsage } from './reported-usage.js';
import { type RefusedPart, type SentForm, refusedPart } from './refused-part.js';
import { requestBody } from './request-body.js';
import { type DroppablePart, StructuredOutputMemory, isOutputMode } from './structured-output-memory.js';

export interface ModelClientOptions {
  /** Of host names; default: the system's. */
  lookup?: LookupFunction;
  memory?: StructuredOutputMemory;
}

/** OpenAI-compatible, one request per answer. No retries except simpler forms after a refusal. */
export class ModelClient {
  private readonly memory: StructuredOutputMemory;
  private readonly sockets: OwnDispatcher;
  private readonly fetch: typeof fetch;
  private readonly endpoints = new Map<string, OpenAI>();

  constructor(options: ModelClientOptions = {}) {
    this.memory = options.memory ?? new StructuredOutputMemory();
    this.sockets = new OwnDispatcher(options.lookup);
    this.fetch = bufferedFetch(() => this.sockets.open());
  }

  /** Whether an endpoint has refused or ignored `n`. */
  ignoresN({ baseUrl, model }: Pick<ModelRequest, 'baseUrl' | 'model'>): boolean {
    return this.memory.isDropped(baseUrl, model, 'n');
  }

  /**
   * @throws ModelUnavailableError transient
   * @throws ModelRejectedError permanent
   * @throws the signal's reason
   */
  async complete(request: ModelRequest, signal: AbortSignal): Promise<Completion> {
    const target = new CallTarget(request);
    const { baseUrl, model } = request;
    const refusals: (RefusedPart & { because: string })[] = [];
    const draft = this.memory.copyFor(baseUrl, model);
    for (;;) {
      const sent = formFor(request, draft);
      try {
        const completion = await this.send(request, sent, target, signal);
        for (const { part, because } of refusals.filter(isConfirmed)) {
          this.memory.refuse(baseUrl, model, part, because);
        }
        return completion;
      } catch (thrown) {
        const context = { target, signal, timeoutMs: request.timeoutMs, now: Date.now() };
        const error = callError(thrown, context);
        const refused = error instanceof ModelRejectedError ? refusedPart(error, sent, request) : null;
        // Terminates: forms get simpler.
        if (refused === null || !(error instanceof ModelRejectedError)) throw error;
        draft.refuse(baseUrl, model, refused.part, error.message);
        refusals.push({ ...refused, because: error.message });
      }
    }
  }

  /** Closes the sockets after calls in flight. */
  async close(): Promise<void> {
    await this.sockets.close();
  }

  private async send(
    request: ModelRequest,
    sent: SentForm,
    target: CallTarget,
    signal: AbortSignal,
  ): Promise<Completion> {
    signal.throwIfAborted();
    const body = requestBody(request, sent);
    const startedAt = performance.now();
    const response = await this.endpoint(request)
      .post('/chat/completions', {
        // The SDK would keep the text.
        body: Buffer.from(JSON.stringify(body)),
        timeout: request.timeoutMs,
        headers: { ...request.headers, 'content-type': 'application/json' },
        fetchOptions: { callerSignal: signal } satisfies BufferedFetchOptions as OpenAI.RequestOptions['fetchOptions'],
      })
      .asResponse();
    const latencyMs = Math.round(performance.now() - startedAt);
    const raw = target.withoutKey(bodyOf(response.headers) ?? new Uint8Array());
    const { reported, others, ...completion } = readCompletion(raw, target);
    if (sent.n > 1 && others.length === 0) {
      this.memory.refuse(request.baseUrl, request.model, 'n', `It gave one answer of ${sent.n}.`);
    }
    const kept = others.slice(0, sent.n - 1);
    const usage = await this.usageOf(reported, request, [completion, ...kept]);
    const { mode, effort, temperature } = sent;
    const further = kept.length > 0 && { others: kept };
    return { ...completion, ...usage, latencyMs, mode, effort, temperature, ...further };
  }

  private async usageOf(
    { input, output, ...ofCache }: ReportedUsage,
    { messages }: ModelRequest,
    answers: readonly Pick<Completion, 'content' | 'toolCalls'>[],
  ): Promise<Pick<Completion, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cacheWriteTokens' | 'usage'>> {
    const prompt = messages.map((message) => message.content).join('\n');
    const answered = answers.map(({ content, toolCalls }) => content ?? JSON.stringify(toolCalls)).join('\n');
    return {
      ...ofCache,
      inputTokens: input ?? (await countTokens(prompt)),
      outputTokens: output ?? (await countTokens(answered)),
      usage: input === null || output === null ? 'estimated' : 'reported',
    };
  }

  private endpoint({ baseUrl, apiKey }: ModelRequest): OpenAI {
    const key = `${baseUrl}\n${apiKey}`;
    const known = this.endpoints.get(key);
    if (known !== undefined) return known;
    const client = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey === '' ? 'none' : apiKey,
      organization: null,
      project: null,
      maxRetries: 0,
      // Even if OPENAI_LOG is set.
      logLevel: 'off',
      fetch: this.fetch,
      ...(apiKey === '' ? { defaultHeaders: { authorization: null } } : {}),
    });
    this.endpoints.set(key, client);
    return client;
  }
}

/** Whether an answer proves that the part was refused: it was named, is an output mode, or was left out last. */
function isConfirmed({ part, isNamed }: RefusedPart, place: number, refusals: readonly RefusedPart[]): boolean {
  return isNamed || isOutputMode(part) || place === refusals.length - 1;
}

/** Models whose provider caches only what is marked; for others an array as content may be unknown. */
const CACHES_MARKED_TEXT = /claude|anthropic/i;

function formFor({ baseUrl, model, ...wish }: ModelRequest, memory: StructuredOutputMemory): SentForm {
  const drops = (part: DroppablePart): boolean => memory.isDropped(baseUrl, model, part);
  const hasTools = (wish.tools ?? []).length > 0;
  const isCached = typeof wish.cacheKey === 'string';
  return {
    mode: memory.modeFor(baseUrl, model, wish.mode),
    effort: drops('effort') ? null : wish.effort,
    temperature: drops('temperature') ? null : wish.temperature,
    nativeTools: hasTools && wish.mode !== 'text' && !drops('tools'),
    cacheKey: isCached && !drops('cacheKey'),
    cacheMarks: isCached && CACHES_MARKED_TEXT.test(model) && !drops('cacheMarks'),
    n: drops('n') ? 1 : (wish.n ?? 1),
  };
}

/** In OpenAI's encoding o200k_base. Loading it takes a second, on the first call. */
async function countTokens(text: string): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  return encode(text, { allowedSpecial: 'all' }).length;
}
