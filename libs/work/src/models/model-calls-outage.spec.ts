import { describe, expect, it } from '@jest/globals';
import { InfrastructureError } from '@assay/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import { ModelCalls, type AgentRequest } from './model-calls.js';

describe('a model call while the record is unreachable', () => {
  it('keeps the answer that was paid for until the record is back', async () => {
    let stores = 0;
    const blocks = {
      storeAll: async () => {
        stores += 1;
        if (stores < 3) throw new InfrastructureError('RECORD_UNAVAILABLE', 'away');
      },
    };
    let calls = 0;
    const client = {
      complete: async () => {
        calls += 1;
        await sleep(50);
        const text = JSON.stringify({ reasoning: 'so', sql: 'select 1' });
        return {
          content: text,
          refusal: null,
          finishReason: 'stop',
          raw: Buffer.from(text),
          model: 'm',
          inputTokens: 1,
          outputTokens: 1,
          latencyMs: 50,
          toolCalls: [],
        };
      },
    };
    const settings = {
      endpoint: { baseUrl: 'http://model', apiKey: '' },
      modelFor: () => ({ model: 'm', effort: null }),
      structuredOutput: 'json_schema',
      timeoutMs: 1000,
      prices: {},
    };
    const gates = { pass: () => undefined, close: async () => undefined };
    const models = new ModelCalls(client as never, settings as never, gates as never, blocks as never, {} as never);
    const context = {
      workspace: 'workspace',
      run: null,
      task: 'task',
      signal: new AbortController().signal,
      journal: {
        step: async (_kind: string, _key: string, ask: () => Promise<StepAnswer>) => ({
          ...(await ask()),
          replayed: false,
        }),
        annotate: () => undefined,
        recordFailure: () => undefined,
      },
    } as unknown as TaskContext;
    const prompt = {
      system: 'be brief',
      systemHash: 'hash',
      user: 'how many?',
      stable: 0,
      templateHash: 'hash',
      parts: [],
    };
    const request = { agent: 'generator', level: 'BASIC', contract: 'sql_candidate', prompt, temperature: 0 };
    const { value } = await models.answer(context, request as unknown as AgentRequest<'sql_candidate'>);
    expect(value.sql).toBe('select 1');
    expect([calls, stores]).toEqual([1, 3]);
  });
});
