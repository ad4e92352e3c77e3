import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, QueueView, StoryEvaluationRecord, StoryEvaluationView } from '@assay/contracts';
import { startMcpHttp } from '@assay/mcp';
import { Messaging, type QueueWorker } from '@assay/messaging';
import { consume } from '@assay/messaging/testing';
import {
  eventually,
  startScriptedModel,
  startTestPostgres,
  type ModelCall,
  type ModelReply,
  type ScriptedModel,
  type TestPostgres,
} from '@assay/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Api } from './harness/api-client.js';
import { startAssay, type AssayProcess } from './harness/assay-process.js';
import { call, type ToolAnswer } from './harness/mcp-call.js';
import { modelEnvironment } from './harness/world.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const ENDS_WITHIN_MS = 300_000;
const ENDED = ['DONE', 'ERROR', 'CANCELLED'];
const REPLIES = 'replies-stories-test';

/** Ten words of their own in each sentence, so that coverage can be counted by sentences. */
const SENTENCES = Array.from({ length: 100 }, (_, line) =>
  Array.from({ length: 10 }, (_each, word) => `w${line}x${word}`).join(' '),
).map((sentence) => `${sentence}.`);

const scores = (each: number, changes: object = {}): object => ({
  narrative_coherence_score: each,
  originality_score: each,
  emotional_impact_score: each,
  action_score: each,
  ...changes,
});

/** A chat completion that calls tools; arguments that are text go out as they are. */
function calls(...made: [name: string, args: unknown][]): ModelReply {
  const toolCalls = made.map(([name, args], index) => ({
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  return completion({ role: 'assistant', content: null, tool_calls: toolCalls });
}

function completion(message: object): ModelReply {
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const body = { id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted', choices, usage };
  return { status: 200, body };
}

const says = (text: string): ModelReply => completion({ role: 'assistant', content: text });
const evaluated = (each: number): ModelReply => calls(['evaluate_full_story', scores(each)]);

type Turn = (call: ModelCall, turn: number) => ModelReply | Promise<ModelReply>;

/** The story service from outside: an endpoint of the test's own, HTTP, and the queue. */
describe('story evaluations from outside', () => {
  let assay: AssayProcess;
  let postgres: TestPostgres;
  let model: ScriptedModel;
  let api: Api;
  let backend: Messaging;
  let consumer: Pick<QueueWorker, 'drain'>;
  const replies: Record<string, unknown>[] = [];
  const turns = new Map<string, number>();
  let answer: Turn = () => says('');

  beforeAll(async () => {
    postgres = await startTestPostgres();
    model = await startScriptedModel((call) => {
      const turn = turns.get(call.task) ?? 0;
      turns.set(call.task, turn + 1);
      return answer(call, turn);
    });
    const url = await postgres.createDatabase();
    assay = await (await startAssay({ env: { ...modelEnvironment(model), DATABASE_URL: url } })).ready();
    api = new Api(assay.url);
    backend = await Messaging.open({ transport: { kind: 'postgres', url }, onError: () => undefined });
    const keep = async ({ payload }: { payload: Record<string, unknown> }): Promise<void> => void replies.push(payload);
    consumer = consume(backend, REPLIES as never, keep, { concurrency: 1 });
  });
  afterAll(async () => {
    await consumer?.drain();
    await backend?.close();
    await assay?.stop();
    await model?.close();
    await postgres?.stop();
    await assay?.removeData();
  });

  const request = (more: object = {}): object => ({
    storyId: 'outside',
    candidates: [{ label: 'only', text: 'A lamp went out. Nobody came.' }],
    evaluators: [{ name: 'anna' }],
    mode: 'prompt',
    ...more,
  });

  async function evaluate(script: Turn, more: object = {}): Promise<StoryEvaluationRecord> {
    answer = script;
    const { id } = await api.expect<{ id: string }>(202, 'POST', '/v1/story-evaluations', request(more));
    return recordOf(id);
  }

  async function recordOf(id: string): Promise<StoryEvaluationRecord> {
    for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until; await delay(150)) {
      const record = await api.expect<StoryEvaluationRecord>(200, 'GET', `/v1/story-evaluations/${id}/record`);
      if (ENDED.includes(record.status)) return record;
    }
    throw new Error(`the evaluation ${id} does not end`);
  }

  const promptsOf = (task?: string): string[] =>
    model.calls.filter((call) => task === undefined || call.task === task).map(({ prompt }) => prompt);
  const reasons = (record: StoryEvaluationRecord): string => record.failedEvaluators.map(({ reason }) => reason).join();

  it('choose the right one of three candidates, whose scores are never mixed', async () => {
    const texts = { low: 'Story with a crow.', high: 'Story with a swan.', middle: 'Story with a gull.' };
    const given: Record<string, [number, number]> = { crow: [2, 4], swan: [9, 8], gull: [6, 5] };
    const record = await evaluate(
      ({ prompt }) => {
        const [, [first, second]] = Object.entries(given).find(([bird]) => prompt.includes(bird)) ?? ['', [0, 0]];
        return evaluated(prompt.includes('Be strict') ? second : first);
      },
      {
        candidates: Object.entries(texts).map(([label, text]) => ({ label, text })),
        evaluators: [{ name: 'anna' }, { name: 'bruno', instructions: 'Be strict.' }],
        minimumScore: 50,
      },
    );
    expect(record).toMatchObject({ status: 'DONE', choice: 'high' });
    expect(record.ranking.map(({ label, score, approved }) => [label, score, approved])).toEqual([
      ['high', 85, true],
      ['middle', 55, true],
      ['low', 30, false],
    ]);
  });

  it('remind of the final tool three times, and fail by name at the fourth', async () => {
    const forgets =
      (times: number): Turn =>
      (_call, turn) =>
        turn < times ? says('It is lovely.') : evaluated(7);
    expect(await evaluate(forgets(3))).toMatchObject({ status: 'DONE', choice: 'only', failedEvaluators: [] });
    const failed = await evaluate(forgets(4));
    expect(failed).toMatchObject({ status: 'ERROR', choice: null, failedEvaluators: [{ evaluator: 'anna' }] });
    expect(failed.calls).toHaveLength(4);
  });

  it('name missing and mistyped fields, which may be set right', async () => {
    const record = await evaluate((_call, turn) => {
      const { action_score: _left, ...missing } = scores(7, { originality_score: 'many' }) as Record<string, unknown>;
      return calls(['evaluate_full_story', turn === 0 ? missing : scores(7)]);
    });
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 70 }] });
    const [, second = ''] = promptsOf(record.calls[0]?.task).slice(-2);
    expect(second).toContain('action_score');
    expect(second).toContain('originality_score');
  });

  it('understand other letter case, arguments as text and doubly encoded, and survive an unknown name', async () => {
    const text = JSON.stringify(scores(8));
    for (const args of [text, JSON.stringify(text)]) {
      const record = await evaluate((_call, turn) =>
        turn === 0 ? calls(['fly_to_the_moon', {}]) : calls(['EVALUATE_Full_Story', args]),
      );
      expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 80 }] });
      expect(JSON.stringify(record.toolCalls)).toContain('fly_to_the_moon');
    }
  });

  it('give one feedback below 90 %, and end at once above it, with no closing call', async () => {
    const text = SENTENCES.slice(0, 18).join(' ');
    const spoken = (share: number): string => {
      const words = text.split(' ');
      return words.slice(0, Math.floor(words.length * share)).join(' ');
    };
    const record = await evaluate(
      ({ prompt }, turn) => {
        if (!prompt.includes('add_narration') && !/speech/i.test(prompt)) return evaluated(7);
        return calls(['add_narration', { text: turn === 0 ? spoken(0.89) : spoken(0.95).slice(spoken(0.89).length) }]);
      },
      { candidates: [{ label: 'only', text }], tts: {} },
    );
    expect(record).toMatchObject({ status: 'DONE', coverage: [{ isValid: true }] });
    expect(Number(record.coverage[0]?.['coveragePercent'])).toBeGreaterThanOrEqual(90);
    expect(record.calls).toHaveLength(3);
    const tts = await api.expect<{ timeline: object[] }>(
      200,
      'GET',
      `/v1/story-evaluations/${record.id}/tts-schema.json?label=only`,
    );
    expect(tts.timeline).toHaveLength(2);
  });

  it('measure accents, short lines and repetitions by their words, and a text without words by 0 %', async () => {
    const lines = ['«Perché?»', '«Così è.»', '«No.»', '«No!»', 'Ella però tacque.', '«Perché?»', '«No.»'];
    const spoken = lines.map((line): [string, unknown] => ['add_narration', { text: line.normalize('NFD') }]);
    const record = await evaluate(({ prompt }) => (/speech/i.test(prompt) ? calls(...spoken) : evaluated(7)), {
      candidates: [
        { label: 'lines', text: lines.join('\n') },
        { label: 'mute', text: '* * *' },
      ],
      tts: { threshold: 100 },
    });
    expect(record.coverage.map(({ label, coveragePercent, isValid }) => [label, coveragePercent, isValid])).toEqual([
      ['lines', 100, true],
      ['mute', 0, false],
    ]);
    const schemaOf = (label: string): Promise<{ timeline: { text: string }[] }> =>
      api.expect(200, 'GET', `/v1/story-evaluations/${record.id}/tts-schema.json?label=${label}`);
    expect((await schemaOf('lines')).timeline.map(({ text }) => text)).toEqual(lines);
    expect((await schemaOf('mute')).timeline).toEqual([]);
  });

  it('do not expand placeholders that a result cites', async () => {
    const record = await evaluate(
      (_call, turn) => (turn === 0 ? calls(['read_story_part', { part_index: 0 }]) : evaluated(7)),
      {
        candidates: [{ label: 'only', text: 'He read {{read_story_part}} and {{TOOL_evaluate_full_story}}.' }],
        mode: 'parts',
      },
    );
    expect(record.status).toBe('DONE');
    const last = promptsOf(record.calls[0]?.task).at(-1) ?? '';
    expect(last.split('He read {{read_story_part}} and {{TOOL_evaluate_full_story}}').length).toBe(2);
  });

  it('refuse an evaluation that read only some parts', async () => {
    const text = SENTENCES.join(' ');
    const parts = Math.ceil(text.length / 1800) + 1;
    const record = await evaluate(
      (_call, turn) => {
        if (turn === 0) return calls(['read_story_part', { part_index: 0 }], ['evaluate_full_story', scores(10)]);
        if (turn <= parts) return calls(['read_story_part', { part_index: turn }]);
        return evaluated(6);
      },
      { candidates: [{ label: 'only', text }], mode: 'parts' },
    );
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 60 }] });
    expect(JSON.stringify(record.toolCalls)).toContain('refused');
    const lazy = await evaluate(() => evaluated(10), { candidates: [{ label: 'only', text }], mode: 'parts' });
    expect(lazy.status).toBe('ERROR');
    expect(reasons(lazy)).not.toBe('');
  });

  it('are asked for over the queue, once for two equal jobs of one key, with an answer on the reply queue', async () => {
    // one that came after the end would ask for its answer again
    const taken = Promise.withResolvers<void>();
    answer = () => taken.promise.then(() => evaluated(9));
    const payload = { ...request({ storyId: 'queued' }), idempotencyKey: 'one', replyTo: REPLIES };
    await backend.publish('story-evaluations', [
      { name: 'evaluate', payload },
      { name: 'evaluate', payload },
    ]);
    await eventually(async () => {
      const { items } = await api.expect<Page<QueueView>>(200, 'GET', '/v1/queues');
      const queue = items.find(({ name }) => name === 'story-evaluations');
      return queue?.waiting === 0 && queue.active === 0;
    });
    taken.resolve();
    for (const until = Date.now() + ENDS_WITHIN_MS; replies.length === 0; await delay(50)) {
      if (Date.now() > until) throw new Error('no reply came');
    }
    await delay(1500);
    expect(replies).toHaveLength(1);
    expect(JSON.stringify(replies[0])).toContain('"choice":"only"');
  });

  it('end in ERROR, after some patience, where the model is away', async () => {
    const away = await evaluate(() => ({ status: 503, body: { error: { message: 'away' } } }), {
      retry: { attempts: 1 },
    });
    expect(away).toMatchObject({ status: 'ERROR', choice: null });
    expect(reasons(away)).toMatch(/MODEL_/);
  });

  it('publish the response formats', async () => {
    const { items } = await api.expect<{ items: { name: string; schema: object }[] }>(
      200,
      'GET',
      '/v1/story-evaluations/response-formats',
    );
    expect(items).toHaveLength(9);
    const openapi = await api.expect<{ paths: object }>(200, 'GET', '/openapi.json');
    expect(Object.keys(openapi.paths)).toContain('/v1/story-evaluations/response-formats/{name}');
  });
});

describe('the demo story after npm start, without a model', () => {
  let assay: AssayProcess;
  beforeAll(async () => {
    assay = await (await startAssay()).ready();
  });
  afterAll(async () => {
    await assay?.stop();
    await assay?.removeData();
  });

  const cli = async (...parameters: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
    const run = promisify(execFile);
    const file = `${PROJECT}/apps/cli/bin/assay.mjs`;
    const env = { PATH: process.env['PATH'], ASSAY_URL: assay.url };
    return run(process.execPath, [file, ...parameters], { cwd: PROJECT, env }).then(
      (output) => ({ code: 0, ...output }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };
  const files = ['told', 'shown', 'broken'].map((name) => `apps/story-evaluator/demo/the-lamp-${name}.md`);

  it('is evaluated by the script of the demo, and the version that is shown wins', async () => {
    const { code, stdout } = await cli('story', 'evaluate', ...files, '--tts', '--json');
    const record = JSON.parse(stdout) as StoryEvaluationRecord;
    expect(record).toMatchObject({ status: 'DONE', choice: 'the-lamp-shown', failedEvaluators: [] });
    expect(record.coverage.length).toBeGreaterThanOrEqual(3);
    expect(record.coverage.every(({ isValid }) => isValid === true)).toBe(true);
    expect(code).toBe(0);
  });

  it('is evaluated, listed, read and narrated over MCP', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const server = await startMcpHttp({ assayUrl: assay.url, port: 0, onError: () => undefined });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      const tool = (name: string, given: object): Promise<ToolAnswer> => call(client, name, given);
      const candidates = await Promise.all(
        files.slice(0, 2).map(async (file) => ({
          label: basename(file, '.md'),
          text: await readFile(`${PROJECT}/${file}`, 'utf8'),
        })),
      );
      const request = { storyId: 'over-mcp', candidates, evaluators: [{ name: 'reader' }], mode: 'prompt', tts: {} };
      const { evaluation } = (await tool('evaluate_story', request)).data;
      let read = await tool('read_story_evaluation', { evaluation });
      while (!ENDED.includes(String(read.data['status']))) {
        await delay(100);
        read = await tool('read_story_evaluation', { evaluation });
      }
      expect(read.data).toMatchObject({ status: 'DONE', choice: 'the-lamp-shown', storyId: 'over-mcp' });
      expect(read.text).toContain('BEST  the-lamp-shown');
      const listed = await tool('read_story_evaluation', {});
      expect(listed.data['evaluations']).toContainEqual(expect.objectContaining({ id: evaluation }));
      const narrated = await tool('read_narration', { evaluation, label: 'the-lamp-shown' });
      expect(narrated.data['narration']).toMatchObject({ characters: expect.any(Array), timeline: expect.any(Array) });
      const late = await tool('cancel_story_evaluation', { evaluation });
      expect(late).toMatchObject({ isError: true, text: expect.stringContaining('ALREADY_FINISHED') });
      const wrong = await tool('evaluate_story', { ...request, mode: 'whole' });
      expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('mode') });
      // what it lists, the command lists, too
      const { items } = await new Api(assay.url).expect<Page<StoryEvaluationView>>(200, 'GET', '/v1/story-evaluations');
      expect(items[0]?.id).toBe(evaluation);
      expect((await cli('story', 'list')).stdout).toContain(String(evaluation));
      expect((await cli('story', 'show', String(evaluation))).stdout).toContain('BEST  the-lamp-shown');
    } finally {
      await client.close();
      await server.stop();
    }
  });
});
