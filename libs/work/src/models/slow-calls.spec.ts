import { ModelUnavailableError, type ModelRequest } from '@assay/llm';
import { describe, expect, it } from '@jest/globals';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import { ModelCalls, type AgentRequest } from './model-calls.js';

const ANSWER = {
  ...{
    content: '{"reasoning":"so","sql":"select 1"}',
    reasoning: null,
    toolCalls: [],
    finishReason: 'stop',
    model: 'm',
  },
  ...{ inputTokens: 1, outputTokens: 1, cachedTokens: 0, latencyMs: 3000, raw: new Uint8Array() },
};
const PROMPT = { system: 'be brief', systemHash: 'hash', user: 'how many?', templateHash: 'hash', parts: [] };

function calls(send: (timeoutMs: number) => object): (task: string, attempts: number) => Promise<unknown> {
  const settings = {
    endpoint: { baseUrl: 'http://models', apiKey: '' },
    modelFor: () => ({ model: 'm', effort: null }),
    structuredOutput: 'json_schema',
    timeoutMs: 120_000,
    prices: {},
  };
  const client = { complete: async ({ timeoutMs }: ModelRequest) => send(timeoutMs) };
  const gates = { pass: () => undefined, close: async () => undefined };
  const blocks = { storeAll: async () => undefined };
  const models = new ModelCalls(client as never, settings as never, gates as never, blocks as never, {} as never);
  return async (task, attempts) => {
    const step = async (_kind: string, _key: string, ask: () => Promise<StepAnswer>): Promise<object> => ({
      ...(await ask()),
      replayed: false,
    });
    const journal = { step, annotate: () => undefined, recordFailure: () => undefined, publish: () => undefined };
    const signal = new AbortController().signal;
    const context = { workspace: 'workspace', run: null, task, attempts, signal, journal } as unknown as TaskContext;
    const request = { agent: 'generator', level: 'BASIC', contract: 'sql_candidate', prompt: PROMPT, temperature: 0 };
    return models.answer(context, request as unknown as AgentRequest<'sql_candidate'>);
  };
}

describe('slow calls', () => {
  it('are given up by what the model usually takes, wait twice as long when repeated, and open no breaker', async () => {
    const timeouts: number[] = [];
    let isSlow = false;
    const ask = calls((timeoutMs) => {
      timeouts.push(timeoutMs);
      if (isSlow) throw new ModelUnavailableError('MODEL_TIMEOUT', `no answer within ${timeoutMs} ms`);
      return ANSWER;
    });
    for (let call = 1; call <= 5; call += 1) await ask(`quick ${call}`, 1);
    isSlow = true;
    for (let call = 1; call <= 6; call += 1) {
      await expect(ask(`slow ${call}`, 1)).rejects.toMatchObject({ code: 'MODEL_TIMEOUT', retryable: true });
    }
    isSlow = false;
    await ask('slow 1', 2);
    expect(timeouts.slice(0, 6)).toEqual([120_000, 120_000, 120_000, 120_000, 120_000, 20_000]);
    // the six that were given up count as slow
    expect(timeouts.at(-1)).toBe(120_000);
  });

  it.each([408, 504])('that the endpoint ends with %s open the breaker and teach no time', async (status) => {
    const timeouts: number[] = [];
    let isDown = false;
    const ask = calls((timeoutMs) => {
      timeouts.push(timeoutMs);
      if (isDown) throw new ModelUnavailableError('MODEL_TIMEOUT', 'gateway', { status });
      return ANSWER;
    });
    for (let call = 1; call <= 5; call += 1) await ask(`quick ${call}`, 1);
    isDown = true;
    const codes: unknown[] = [];
    for (let call = 1; call <= 5; call += 1) {
      codes.push(await ask(`down ${call}`, 1).catch((error: { code: string }) => error.code));
    }
    expect(codes).toEqual([...Array<string>(4).fill('MODEL_TIMEOUT'), 'CIRCUIT_OPEN']);
    expect(timeouts.slice(5)).toEqual(Array(5).fill(20_000));
  });

  it('of the whole configured time open the breaker as before', async () => {
    const ask = calls((timeoutMs) => {
      throw new ModelUnavailableError('MODEL_TIMEOUT', `no answer within ${timeoutMs} ms`);
    });
    const codes: unknown[] = [];
    for (let call = 1; call <= 5; call += 1) {
      codes.push(await ask(`task ${call}`, 1).catch((error: { code: string }) => error.code));
    }
    expect(codes).toEqual([...Array<string>(4).fill('MODEL_TIMEOUT'), 'CIRCUIT_OPEN']);
  });
});
