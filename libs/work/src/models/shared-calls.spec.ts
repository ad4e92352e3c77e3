import { describe, expect, it } from '@jest/globals';
import type { Completion, ModelRequest, OtherAnswer } from '@assay/llm';
import type { StepAnswer } from '../journal.js';
import type { TaskContext } from '../task-context.js';
import { ModelCalls, type AgentRequest } from './model-calls.js';
import { SharedCalls } from './shared-calls.js';

const request = { baseUrl: 'http://model/v1', model: 'm', messages: [], temperature: 0.75, headers: {} } as unknown;
const never = new AbortController().signal;

interface Sent {
  n: number | undefined;
  signal: AbortSignal;
  answer: PromiseWithResolvers<Completion>;
}

function world({ ignoresN = false } = {}) {
  const sent: Sent[] = [];
  const shared = new SharedCalls({ ignoresN: () => ignoresN });
  let timeoutMs = 20_000;
  const call = (alike: number, scope = 'stage', signal = never): Promise<Completion> =>
    shared.call({ ...(request as ModelRequest), timeoutMs: ++timeoutMs }, alike, scope, signal, ({ n }, own) => {
      const answer = Promise.withResolvers<Completion>();
      sent.push({ n, signal: own, answer });
      return answer.promise;
    });
  return { sent, call };
}

const other = (content: string): OtherAnswer => ({ content }) as OtherAnswer;
const answered = (content: string, ...others: OtherAnswer[]): Completion =>
  ({
    content,
    inputTokens: 100,
    outputTokens: 60,
    cachedTokens: 40,
    ...(others.length > 0 && { others }),
  }) as Completion;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('equal requests of a stage', () => {
  it('are one call, whose tokens count once', async () => {
    const { sent, call } = world();
    const calls = [call(3), call(3), call(3)];
    expect(sent.map(({ n }) => n)).toEqual([3]);
    sent[0]?.answer.resolve(answered('1', other('2'), other('3')));
    const [first, ...others] = await Promise.all(calls);
    expect(first).toEqual(answered('1'));
    expect(others).toEqual(['2', '3'].map((content) => ({ content, inputTokens: 0, outputTokens: 0 })));
  });

  it('are topped up where fewer answers come', async () => {
    const { sent, call } = world();
    const calls = [call(3), call(3), call(3)];
    sent[0]?.answer.resolve(answered('1', other('2')));
    await settle();
    expect(sent.map(({ n }) => n)).toEqual([3, undefined]);
    sent[1]?.answer.resolve(answered('own'));
    expect((await Promise.all(calls)).map(({ content }) => content)).toEqual(['1', '2', 'own']);
  });

  it('count for a task that is left if the first one loses its claim', async () => {
    const { sent, call } = world();
    const lost = new AbortController();
    const [first, ...others] = [call(3, 's', lost.signal), call(3, 's'), call(3, 's')];
    lost.abort(new Error('claim lost'));
    await expect(first).rejects.toThrow('claim lost');
    sent[0]?.answer.resolve(answered('1', other('2'), other('3')));
    expect(await Promise.all(others)).toEqual([answered('1'), { content: '2', inputTokens: 0, outputTokens: 0 }]);
    expect(sent).toHaveLength(1);
  });

  it('wait only shortly for those of other processes', async () => {
    const { sent, call } = world();
    const alone = call(2, 'one stage');
    const pair = [call(3, 'other stage'), call(3, 'other stage')];
    expect(sent).toEqual([]);
    while (sent.length < 2) await settle();
    expect(sent.map(({ n }) => n)).toEqual([undefined, 2]);
    sent.forEach(({ answer }) => answer.resolve(answered('1', other('2'))));
    expect(await Promise.all([alone, ...pair])).toHaveLength(3);
  });

  it('are calls of their own where one task sends them, or the endpoint gives one answer', () => {
    const single = world();
    void single.call(1);
    expect(single.sent).toHaveLength(1);
    const { sent, call } = world({ ignoresN: true });
    void call(2);
    void call(2);
    expect(sent.map(({ n }) => n)).toEqual([undefined, undefined]);
  });

  it('fail together, and end when every task is aborted', async () => {
    const failing = world();
    const calls = [failing.call(2), failing.call(2)];
    failing.sent[0]?.answer.reject(new Error('down'));
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const { sent, call } = world();
    const [one, two] = [new AbortController(), new AbortController()];
    const aborted = [call(2, 's', one.signal), call(2, 's', two.signal)];
    one.abort(new Error('first'));
    await expect(aborted[0]).rejects.toThrow('first');
    expect(sent[0]?.signal.aborted).toBe(false);
    two.abort(new Error('second'));
    await expect(aborted[1]).rejects.toThrow('second');
    expect(sent[0]?.signal.aborted).toBe(true);
  });
});

describe('model calls of equal tasks', () => {
  const settings = {
    endpoint: { baseUrl: 'http://models', apiKey: '' },
    modelFor: () => ({ model: 'm', effort: null }),
    mode: 'json_schema',
    timeoutMs: 120_000,
    prices: {},
  };
  const step = async (_kind: string, _key: string, ask: () => Promise<StepAnswer>): Promise<object> => ({
    ...(await ask()),
    replayed: false,
  });
  const journal = { step, annotate: () => undefined, recordFailure: () => undefined, publish: () => undefined };

  function world(contents: string[], most = 2) {
    const asked: (number | undefined)[] = [];
    const complete = async ({ n }: ModelRequest): Promise<object> => {
      asked.push(n);
      const [content, ...others] = contents
        .splice(0, Math.min(n ?? 1, most))
        .map((each) => ({ content: each, raw: new Uint8Array() }));
      const common = {
        refusal: null,
        toolCalls: [],
        finishReason: 'stop',
        model: 'm',
        inputTokens: 1,
        outputTokens: 1,
        latencyMs: 1,
      };
      return { ...common, ...content, ...(others.length > 0 && { others }) };
    };
    const client = { complete, ignoresN: () => false };
    const gates = { pass: () => undefined, close: async () => undefined };
    const blocks = { storeAll: async () => undefined };
    const models = new ModelCalls(client as never, settings as never, gates as never, blocks as never, {} as never);
    const prompt = { system: 's', systemHash: 'h', user: 'u', templateHash: 'h', stable: 0, parts: [] };
    const request = {
      agent: 'generator',
      level: 'BASIC',
      contract: 'sql_candidate',
      prompt,
      temperature: 0.75,
      alike: 2,
    };
    const allowed: string[] = [];
    const answer = (task: string) => {
      const allow = async (): Promise<void> => void allowed.push(task);
      const { signal } = new AbortController();
      const context = { workspace: 'w', run: null, task, attempts: 1, signal, journal, allow };
      return models.answer(context as unknown as TaskContext, request as unknown as AgentRequest<'sql_candidate'>);
    };
    return { asked, allowed, answer };
  }

  it('ask once for two answers, and alone where an answer breaks its contract', async () => {
    const good = (sql: string): string => JSON.stringify({ reasoning: 'so', sql });
    const { asked, answer } = world([good('select 1'), 'no JSON', good('select 2')]);
    const answers = await Promise.all([answer('one'), answer('two')]);
    expect(answers.map(({ value }) => value.sql)).toEqual(['select 1', 'select 2']);
    expect(asked).toEqual([2, undefined]);
  });

  it('allow time again before one asks alone', async () => {
    const good = JSON.stringify({ reasoning: 'so', sql: 'select 1' });
    const { asked, allowed, answer } = world([good, good], 1);
    await Promise.all([answer('one'), answer('two')]);
    expect(asked).toEqual([2, undefined]);
    expect(allowed).toEqual(['one', 'two', 'two']);
  });
});
