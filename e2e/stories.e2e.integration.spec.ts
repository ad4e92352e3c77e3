import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, QueueView, StoryEvaluationRecord, StoryEvaluationView } from '@assay/contracts';
import { Messaging, type QueueWorker } from '@assay/work/messaging';
import { consume } from '@assay/work/messaging/testing';
import {
  eventually,
  startScriptedModel,
  startTestPostgres,
  type ModelCall,
  type ModelReply,
  type ScriptedModel,
  type TestPostgres,
} from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from './harness/api-client.js';
import { sharedAssay } from './harness/shared-assay.js';

const ENDS_WITHIN_MS = 100_000;
const ENDED = ['DONE', 'ERROR', 'CANCELLED'];
const REPLIES = 'replies-stories-test';

/** The same score everywhere. */
function evaluated(score: number): ModelReply {
  const scores = {
    narrative_coherence_score: score,
    originality_score: score,
    emotional_impact_score: score,
    action_score: score,
  };
  const called = { name: 'evaluate_full_story', arguments: JSON.stringify(scores) };
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call', type: 'function', function: called }],
  };
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const body = { id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted', choices, usage };
  return { status: 200, body };
}

type Handler = (call: ModelCall) => ModelReply | Promise<ModelReply>;

/** Own endpoint, HTTP and queue. */
describe('story evaluations from outside', () => {
  let postgres: TestPostgres;
  let model: ScriptedModel;
  let api: Api;
  let backend: Messaging;
  let consumer: Pick<QueueWorker, 'drain'>;
  const replies: Record<string, unknown>[] = [];
  let answer: Handler = () => evaluated(5);

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const { url, modelPort, databaseUrl } = await sharedAssay(postgres);
    model = await startScriptedModel({ handler: (call) => answer(call), port: modelPort });
    api = new Api(url);
    const transport = { kind: 'postgres' as const, url: databaseUrl };
    backend = await Messaging.open({ transport, onError: () => undefined });
    const keep = async ({ payload }: { payload: Record<string, unknown> }): Promise<void> => void replies.push(payload);
    consumer = consume(backend, REPLIES as never, keep, { concurrency: 1 });
  });
  afterAll(async () => {
    await consumer?.drain();
    await backend?.close();
    await model?.close();
    await postgres?.stop();
  });

  const request = (more: object = {}): object => ({
    storyId: 'outside',
    candidates: [{ label: 'only', text: 'A lamp went out. Nobody came.' }],
    evaluators: [{ name: 'anna' }],
    mode: 'prompt',
    ...more,
  });

  async function evaluate(script: Handler, more: object = {}): Promise<StoryEvaluationRecord> {
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

  it('are asked for over the queue, once for two equal jobs of one key, with an answer on the reply queue', async () => {
    // later ones would repeat the reply
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
    expect(replies).toHaveLength(1);
    const { items } = await api.expect<Page<StoryEvaluationView>>(200, 'GET', '/v1/story-evaluations');
    expect(items.filter(({ storyId }) => storyId === 'queued')).toHaveLength(1);
    expect(JSON.stringify(replies[0])).toContain('"choice":"only"');
  });
});
