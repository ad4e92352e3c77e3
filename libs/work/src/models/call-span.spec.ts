import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { trace, type Attributes, type Span, type SpanOptions, type SpanStatus, type Tracer } from '@opentelemetry/api';
import { ModelUnavailableError, type Completion, type ModelRequest } from '@assay/llm';
import { inCallSpan } from './call-span.js';

interface Exported {
  name: string;
  kind: unknown;
  attributes: Attributes;
  status: SpanStatus | null;
  ended: boolean;
}

const CAPTURE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

describe('the span of a model call', () => {
  let spans: Exported[];
  beforeEach(() => {
    spans = [];
    trace.setGlobalTracerProvider({ getTracer: () => tracerInto(spans) });
  });
  afterEach(() => {
    trace.disable();
    delete process.env[CAPTURE];
  });

  const request = {
    baseUrl: 'https://models.example/v1',
    apiKey: 'sk-secret',
    model: 'small',
    temperature: 0.2,
    contract: { name: 'verdicts', schema: {} },
    messages: [{ role: 'user', content: 'the canary of the prompt' }],
  } as unknown as ModelRequest;
  const context = { task: 'task-1', run: { id: 'run-1' }, stage: { kind: 'evaluate' }, attempts: 1 };
  const completion = {
    content: 'the canary of the answer',
    model: 'small-2026',
    finishReason: 'stop',
    inputTokens: 12,
    outputTokens: 5,
  } as Completion;
  const call = { agent: 'evaluator', request, context } as unknown as Parameters<typeof inCallSpan>[0];

  it('carries the attributes of the conventions', async () => {
    expect(await inCallSpan(call, async () => completion)).toBe(completion);
    expect(spans).toMatchObject([
      {
        name: 'chat small',
        kind: 2,
        ended: true,
        status: null,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'small',
          'gen_ai.request.temperature': 0.2,
          'gen_ai.output.type': 'json',
          'gen_ai.agent.name': 'evaluator',
          'gen_ai.conversation.id': 'run-1',
          'gen_ai.response.model': 'small-2026',
          'gen_ai.response.finish_reasons': ['stop'],
          'gen_ai.usage.input_tokens': 12,
          'gen_ai.usage.output_tokens': 5,
          'server.address': 'models.example',
          'server.port': 443,
          'assay.task': 'task-1',
        },
      },
    ]);
  });

  it('holds no word of prompt or answer, and never the key', async () => {
    await inCallSpan(call, async () => completion);
    expect(JSON.stringify(spans)).not.toMatch(/canary|sk-secret/);
  });

  it('holds prompt and answer where the environment asks for them', async () => {
    process.env[CAPTURE] = 'true';
    await inCallSpan(call, async () => completion);
    expect(JSON.parse(spans[0]?.attributes['gen_ai.input.messages'] as string)).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'the canary of the prompt' }] },
    ]);
    expect(spans[0]?.attributes['gen_ai.output.messages']).toContain('the canary of the answer');
    expect(JSON.stringify(spans)).not.toContain('sk-secret');
  });

  it('says how a call failed, and lets the error continue', async () => {
    const error = new ModelUnavailableError('MODEL_TIMEOUT', 'the canary of the prompt took too long');
    await expect(inCallSpan(call, () => Promise.reject(error))).rejects.toBe(error);
    expect(spans).toMatchObject([
      { ended: true, status: { code: 2, message: 'MODEL_TIMEOUT' }, attributes: { 'error.type': 'MODEL_TIMEOUT' } },
    ]);
    expect(JSON.stringify(spans)).not.toContain('canary');
  });

  it('is nothing at all without a provider', async () => {
    trace.disable();
    expect(await inCallSpan(call, async () => completion)).toBe(completion);
    expect(spans).toEqual([]);
  });
});

/** Drops undefined attributes, as providers do. */
function tracerInto(spans: Exported[]): Tracer {
  const startSpan = (name: string, options: SpanOptions = {}): Span => {
    const exported: Exported = { name, kind: options.kind, attributes: {}, status: null, ended: false };
    spans.push(exported);
    const span = {
      setAttributes: (attributes: Attributes) => {
        const known = Object.entries(attributes).filter(([, value]) => value !== undefined);
        Object.assign(exported.attributes, Object.fromEntries(known));
      },
      setAttribute: (key: string, value: string) => Object.assign(exported.attributes, { [key]: value }),
      setStatus: (status: SpanStatus) => (exported.status = status),
      end: () => (exported.ended = true),
    };
    span.setAttributes(options.attributes ?? {});
    return span as unknown as Span;
  };
  const startActiveSpan = (name: string, options: SpanOptions, run: (span: Span) => unknown): unknown =>
    run(startSpan(name, options));
  return { startSpan, startActiveSpan } as unknown as Tracer;
}
