import { describe, expect, it } from '@jest/globals';
import type { Completion, ModelRequest } from '@assay/llm';
import { AHEAD_MS, Prefixes } from './prefixes.js';

const never = new AbortController().signal;
const answered = { cachedTokens: 0 } as Completion;

function requestWith(stable: string): ModelRequest {
  const messages = [{ role: 'user' as const, content: `${stable} and a question`, stable: stable.length }];
  return { baseUrl: 'http://model/v1', model: 'm', messages } as ModelRequest;
}

/** A busy machine may pause for longer than the default. */
const HANGS_MS = 60_000;
const SHARED = requestWith('schema '.repeat(1000));

/** Prefixes of a model that answered once, and calls that are answered by hand, in the order in which they start. */
async function world(
  first: Completion = answered,
  aheadMs = HANGS_MS,
): Promise<{
  call: (request: ModelRequest, signal?: AbortSignal) => Promise<Completion>;
  started: PromiseWithResolvers<Completion>[];
}> {
  const prefixes = new Prefixes(aheadMs);
  await prefixes.call(requestWith(''), never, () => Promise.resolve(first));
  const started: PromiseWithResolvers<Completion>[] = [];
  const send = (): Promise<Completion> => {
    const answer = Promise.withResolvers<Completion>();
    started.push(answer);
    return answer.promise;
  };
  return { started, call: (request, signal = never) => prefixes.call(request, signal, send) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the first call of a prefix', () => {
  it('starts ahead of the others, which follow its answer together', async () => {
    const { call, started } = await world();
    const calls = [call(SHARED), call(SHARED), call(SHARED)];
    await settle();
    expect(started).toHaveLength(1);
    started[0]?.resolve(answered);
    await calls[0];
    await settle();
    expect(started).toHaveLength(3);
  });

  it('starts ahead before the model has answered anything', async () => {
    const prefixes = new Prefixes(HANGS_MS);
    let sent = 0;
    const send = (): Promise<Completion> => ((sent += 1), new Promise(() => undefined));
    for (let count = 0; count < 3; count += 1) void prefixes.call(SHARED, never, send);
    await settle();
    expect(sent).toBe(1);
  });

  it('is the next one where it fails, after the others went', async () => {
    const { call, started } = await world();
    const failed = call(SHARED);
    started[0]?.reject(new Error('no answer'));
    await expect(failed).rejects.toThrow('no answer');
    void call(SHARED);
    void call(SHARED);
    await settle();
    expect(started).toHaveLength(2);
  });

  it('lets the others go where it fails', async () => {
    const { call, started } = await world();
    const first = call(SHARED);
    const second = call(SHARED);
    started[0]?.reject(new Error('no answer'));
    await expect(first).rejects.toThrow('no answer');
    await settle();
    expect(started).toHaveLength(2);
    started[1]?.resolve(answered);
    await second;
  });

  it('holds the others only shortly', async () => {
    const { call, started } = await world(answered, AHEAD_MS);
    void call(SHARED);
    const second = call(SHARED);
    while (started.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    started[1]?.resolve(answered);
    expect(await second).toBe(answered);
  });

  it('holds nothing with another prefix, a short one, or a model that reports no cached tokens', async () => {
    const { call, started } = await world();
    for (const stable of ['a '.repeat(3000), 'b '.repeat(3000), 'short', 'short']) void call(requestWith(stable));
    await settle();
    expect(started).toHaveLength(4);
    const silent = await world({} as Completion);
    for (let count = 0; count < 3; count += 1) void silent.call(SHARED);
    await settle();
    expect(silent.started).toHaveLength(3);
  });

  it('starts ahead with a model that omits the count where it is zero, once it has reported one', async () => {
    const { call, started } = await world({} as Completion);
    const reports = call(requestWith('other '.repeat(1000)));
    started[0]?.resolve({ cachedTokens: 40 } as Completion);
    await reports;
    const omits = call(requestWith('third '.repeat(1000)));
    started[1]?.resolve({} as Completion);
    await omits;
    for (let count = 0; count < 3; count += 1) void call(SHARED);
    await settle();
    expect(started).toHaveLength(3);
  });
});
