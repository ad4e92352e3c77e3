import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelClient } from '@assay/llm';
import { readCalls, readStages, readUsage } from '@assay/persistence';
import type { RenderedPrompt } from '@assay/llm/prompts';
import { startScriptedModel, type ModelCall, type ModelReply, type ScriptedModel } from '@assay/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskRunner } from '../task-runner.js';
import { startRunner } from '../testing/start-runner.js';
import { openWorkFixture, type StartedRun, type WorkFixture } from '../testing/work-fixture.js';
import type { TaskRuntime } from '../task-runtime.js';
import { Gates } from './gates.js';
import { ModelCalls } from './model-calls.js';

const SLOW = process.env['ASSAY_SLOW_TESTS'] === '1';
const slowIt = SLOW ? it : it.skip;

const ANSWER = { reasoning: 'so', sql: 'select 1' };
const PROMPT: RenderedPrompt = {
  system: 'Be brief.',
  systemHash: 'system',
  user: 'How many?',
  stable: 0,
  parts: [],
  templateHash: 'template',
};

/** Only a hang takes this long. */
const ENDS_WITHIN_MS = 100_000;

interface TaskState {
  status: string;
  attempts: number;
  error: { code: string } | null;
}

describe('model calls of two processes', () => {
  let fixture: WorkFixture;
  let model: ScriptedModel;
  let processes: TaskRuntime[];
  let answer: (call: ModelCall) => ModelReply | Promise<ModelReply>;
  const arrivals: { at: number; model: string; status: number }[] = [];
  const runners: TaskRunner[] = [];
  const clients: ModelClient[] = [];
  const gates: Gates[] = [];

  beforeAll(async () => {
    fixture = await openWorkFixture();
    model = await startScriptedModel((call) => {
      const reply = answer(call);
      arrivals.push({
        at: performance.now(),
        model: call.body.model,
        status: (reply as { status?: number }).status ?? 200,
      });
      return reply;
    });
    processes = [await fixture.join('one'), await fixture.join('two')];
  });
  beforeEach(() => {
    arrivals.length = 0;
    answer = () => ANSWER;
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.drain(100)));
    await Promise.all(clients.splice(0).map((client) => client.close()));
    gates.length = 0;
  });
  afterAll(async () => {
    await fixture.close();
    await model.close();
  });

  function work(baseUrl = model.url, names: [even: string, odd: string] = ['m', 'm'], timeoutMs = 120_000): void {
    for (const process of processes) {
      const client = new ModelClient();
      clients.push(client);
      const settingsFor = (name: string): ConstructorParameters<typeof ModelCalls>[1] => ({
        endpoint: { baseUrl, apiKey: '' },
        modelFor: () => ({ model: name, effort: null }),
        structuredOutput: 'json_schema',
        timeoutMs,
        prices: { m: { input: 1, output: 4, cachedInput: 0.1, cacheWrite: 1.25 } },
      });
      const gate = new Gates(process.database, process.process);
      gates.push(gate);
      const calls = names.map(
        (name) => new ModelCalls(client, settingsFor(name), gate, process.blocks, process.database),
      );
      const runner = process.runner(
        {
          handle: async (context) => {
            const request = { agent: 'generator', level: 'BASIC', contract: 'sql_candidate', temperature: 0 } as const;
            const own = calls[context.ordinal % 2] as ModelCalls;
            const { value } = await own.answer(context, { ...request, prompt: PROMPT });
            return { result: value };
          },
        },
        { queue: 'generator', concurrency: 4, onError: () => undefined },
      );
      startRunner(process, runner);
      runners.push(runner);
    }
  }

  const statesOf = async ({ run }: StartedRun): Promise<TaskState[]> => {
    const [stage] = await readStages((processes[0] as TaskRuntime).database, run);
    return stage?.tasks ?? [];
  };

  async function ended(started: StartedRun): Promise<TaskState[]> {
    const reconciler = (processes[0] as TaskRuntime).reconciler();
    reconciler.start();
    try {
      for (const until = Date.now() + ENDS_WITHIN_MS; ; await sleep(50)) {
        const states = await statesOf(started);
        if (states.every(({ status }) => status === 'DONE' || status === 'DEAD')) return states;
        if (Date.now() > until) throw new Error(`not ended after ${ENDS_WITHIN_MS} ms: ${JSON.stringify(states)}`);
      }
    } finally {
      await reconciler.stop();
    }
  }

  const isClosed = (gate: Gates, name: string): boolean => {
    try {
      gate.pass(model.url, name);
      return false;
    } catch {
      return true;
    }
  };

  async function closeGate(name: string, seconds: number): Promise<number> {
    let refused = false;
    answer = ({ body }) => {
      if (refused || body.model !== name) return ANSWER;
      refused = true;
      return { status: 429, headers: { 'retry-after': String(seconds) }, body: { error: { message: 'slow down' } } };
    };
    for (;;) {
      const closed = arrivals.find(({ status }) => status === 429);
      if (closed !== undefined) return closed.at;
      await sleep(10);
    }
  }

  /** No calls within the requested time after a 429. */
  async function honoursRetryAfter(seconds: number): Promise<void> {
    const closing = closeGate('m', seconds);
    work();
    const first = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 1);
    const closedAt = await closing;
    // others learn with the next heartbeat
    const isOver = (): boolean => performance.now() > closedAt + seconds * 1000;
    while (!isOver() && !gates.every((gate) => isClosed(gate, 'm'))) await sleep(10);
    const crowd = await fixture.startRun(processes[1] as TaskRuntime, 'generator', 12);
    const states = [...(await ended(first)), ...(await ended(crowd))];
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
    expect(Math.max(...states.map(({ attempts }) => attempts))).toBe(1);
    const [, ...later] = arrivals.map(({ at }) => at);
    expect(later).toHaveLength(13);
    expect(Math.min(...later) - closedAt).toBeGreaterThanOrEqual(seconds * 1000 - 50);
  }

  it('wait for as long as a 429 says, and lose and count nothing', () => honoursRetryAfter(3));

  it('pause the model that answered 429, and keep calling others', async () => {
    const closing = closeGate('weary', 3600);
    work(model.url, ['weary', 'other']);
    const first = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 2);
    await closing;
    while (!gates.every((gate) => isClosed(gate, 'weary'))) await sleep(10);
    const crowd = await fixture.startRun(processes[1] as TaskRuntime, 'generator', 12);
    const doneOf = (states: TaskState[]): number => states.filter(({ status }) => status === 'DONE').length;
    for (const [run, done] of [
      [first, 1],
      [crowd, 6],
    ] as const) {
      while (doneOf(await statesOf(run)) < done) await sleep(50);
    }
    expect(arrivals.filter(({ model: name }) => name === 'other')).toHaveLength(7);
    expect(arrivals.filter(({ model: name }) => name === 'weary')).toHaveLength(1);
  });

  it('keep their task for as long as the model may take', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    answer = () => held.then(() => ANSWER);
    work(model.url, ['m', 'm'], 3_600_000);
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 2);
    while (arrivals.length < 2) await sleep(10);
    const { database } = processes[0] as TaskRuntime;
    const text = `select extract(epoch from min(run_until) - now())::double precision as left
                  from assay.tasks where run_id = $1 and status = 'RUNNING'`;
    const [row] = await database.query<{ left: number }>({ name: 'time_left', text }, [started.run]);
    expect(row?.left).toBeGreaterThan(3600);
    release();
    expect((await ended(started)).map(({ status }) => status)).toEqual(['DONE', 'DONE']);
    expect(arrivals).toHaveLength(2);
  });

  it('put tokens of the cache and their exact price on record', async () => {
    const usage = { prompt_tokens: 45_817, completion_tokens: 919 };
    const prompt_tokens_details = { cached_tokens: 41_230, cache_write_tokens: 1000 };
    const choices = [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(ANSWER) } },
    ];
    answer = () => ({ status: 200, body: { model: 'm', choices, usage: { ...usage, prompt_tokens_details } } });
    work();
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 2);
    await ended(started);
    const { database } = processes[0] as TaskRuntime;
    const spent = await readUsage(database, started.run);
    expect(spent).toMatchObject({
      modelCalls: 2,
      inputTokens: 91_634,
      cachedInputTokens: 82_460,
      cacheWriteTokens: 2000,
    });
    expect(spent.costUsd).toBeCloseTo((2 * (3587 + 4123 + 1250 + 3676)) / 1e6, 10);
    expect(await readCalls(database, started.run)).toMatchObject([
      { cachedTokens: 41_230, cacheWriteTokens: 1000 },
      { cachedTokens: 41_230, cacheWriteTokens: 1000 },
    ]);
  });

  slowIt('wait for a minute and a half where a 429 says so', () => honoursRetryAfter(90));

  it('refuse at once what would only fail, and continue when the model is back', async () => {
    const broken = { status: 503, body: { error: { message: 'restarting' } } };
    answer = () => broken;
    work();
    const startedAt = performance.now();
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24);
    await sleep(4000);
    const during = arrivals.length;
    const seconds = (performance.now() - startedAt) / 1000;
    answer = () => ANSWER;
    const states = await ended(started);
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
    // each task at once, then one call a second per breaker and process
    expect(during).toBeLessThanOrEqual(24 + 4 * seconds);
    expect(states.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(24 + during);
  });

  slowIt('lose nothing to a model that is unreachable for 20 seconds', async () => {
    answer = () => 'cut';
    work();
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24, { maxAttempts: 7 });
    await sleep(20_000);
    answer = () => ANSWER;
    const states = await ended(started);
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
  });

  slowIt('give up a model that stays away, with its own error', async () => {
    answer = () => 'cut';
    work();
    const startedAt = performance.now();
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24, { maxAttempts: 7 });
    const states = await ended(started);
    expect(states.map(({ status, error }) => [status, error?.code])).toEqual(
      states.map(() => ['DEAD', 'MODEL_UNREACHABLE']),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    expect(arrivals.length).toBeLessThanOrEqual(24 + 4 * seconds);
  });
});
