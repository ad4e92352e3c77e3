import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelClient } from '@assay/llm';
import { readStages } from '@assay/persistence';
import type { RenderedPrompt } from '@assay/prompts';
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
  parts: [],
  templateHash: 'template',
};

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
  });
  afterAll(async () => {
    await fixture.close();
    await model.close();
  });

  /** Each process works on the queue: every task asks the model once. Odd tasks ask `odd`, even ones `even`. */
  function work(baseUrl = model.url, names: [even: string, odd: string] = ['m', 'm'], timeoutMs = 5000): void {
    for (const process of processes) {
      const client = new ModelClient();
      clients.push(client);
      const settingsFor = (name: string): ConstructorParameters<typeof ModelCalls>[1] => ({
        endpoint: { baseUrl, apiKey: '' },
        modelFor: () => ({ model: name, effort: null }),
        mode: 'json_schema',
        timeoutMs,
        prices: {},
      });
      const gates = new Gates(process.database, process.process);
      const calls = names.map(
        (name) => new ModelCalls(client, settingsFor(name), gates, process.blocks, process.database),
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

  /** Sweeps as a coordinator does, until every task has ended. */
  async function ended(started: StartedRun, withinMs: number): Promise<TaskState[]> {
    const reconciler = (processes[0] as TaskRuntime).reconciler();
    reconciler.start();
    try {
      for (const until = Date.now() + withinMs; ; await sleep(50)) {
        const states = await statesOf(started);
        if (states.every(({ status }) => status === 'DONE' || status === 'DEAD')) return states;
        if (Date.now() > until) throw new Error(`not ended after ${withinMs} ms: ${JSON.stringify(states)}`);
      }
    } finally {
      await reconciler.stop();
    }
  }

  /** Once a 429 has come, its model is left alone for as long as it asked; the other model is not. */
  async function honoursRetryAfter(seconds: number): Promise<void> {
    let refused = 0;
    answer = ({ body }) =>
      body.model === 'm' && refused++ < 1
        ? { status: 429, headers: { 'retry-after': String(seconds) }, body: { error: { message: 'slow down' } } }
        : ANSWER;
    work(model.url, ['m', 'other']);
    const first = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 2);
    while (refused === 0) await sleep(10);
    const closedAt = arrivals.find(({ status }) => status === 429)?.at as number;
    // the other process learns with its next heartbeat
    await sleep(1500);
    const crowd = await fixture.startRun(processes[1] as TaskRuntime, 'generator', 12);
    const states = [...(await ended(first, seconds * 1000 + 20_000)), ...(await ended(crowd, 20_000))];
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
    expect(Math.max(...states.map(({ attempts }) => attempts))).toBe(1);
    const own = arrivals.filter(({ model: name, at }) => name === 'm' && at > closedAt);
    expect(own).toHaveLength(7);
    expect(Math.min(...own.map(({ at }) => at)) - closedAt).toBeGreaterThanOrEqual(seconds * 1000 - 50);
    const others = arrivals.filter(({ model: name }) => name === 'other');
    expect(others).toHaveLength(7);
    expect(Math.max(...others.map(({ at }) => at)) - closedAt).toBeLessThan(Math.max(seconds * 1000, 3000));
  }

  it('wait for as long as a 429 says, for that model alone, and lose and count nothing', () => honoursRetryAfter(3));

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
    expect((await ended(started, 20_000)).map(({ status }) => status)).toEqual(['DONE', 'DONE']);
    expect(arrivals).toHaveLength(2);
  });

  slowIt('wait for a minute and a half where a 429 says so', () => honoursRetryAfter(90), 150_000);

  it('refuse at once what would only fail, and go on when the model is back', async () => {
    const broken = { status: 503, body: { error: { message: 'restarting' } } };
    answer = () => broken;
    work();
    const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24);
    await sleep(4000);
    const during = arrivals.length;
    answer = () => ANSWER;
    const states = await ended(started, 25_000);
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
    // without the breaker each of 24 tasks would have asked three times by then
    expect(during).toBeLessThan(40);
    expect(states.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(24 + during);
  });

  slowIt(
    'lose nothing to a model that is away for 20 seconds',
    async () => {
      answer = () => 'cut';
      work();
      const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24, { maxAttempts: 7 });
      await sleep(20_000);
      answer = () => ANSWER;
      const states = await ended(started, 20_000);
      expect(states.map(({ status }) => status)).toEqual(states.map(() => 'DONE'));
    },
    60_000,
  );

  slowIt(
    'give up a model that stays away within 40 seconds, with its own error',
    async () => {
      answer = () => 'cut';
      work();
      const startedAt = performance.now();
      const started = await fixture.startRun(processes[0] as TaskRuntime, 'generator', 24, { maxAttempts: 7 });
      const states = await ended(started, 40_000);
      expect(states.map(({ status, error }) => [status, error?.code])).toEqual(
        states.map(() => ['DEAD', 'MODEL_UNREACHABLE']),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      expect(seconds).toBeLessThan(40);
      // each task at once, then a call a second from each breaker: odd and even tasks have their own, in each process
      expect(arrivals.length).toBeLessThanOrEqual(24 + 4 * seconds);
    },
    60_000,
  );
});
