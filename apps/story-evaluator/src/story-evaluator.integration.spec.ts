import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consume } from '@assay/work/messaging/testing';
import { Messaging, type QueueWorker } from '@assay/work/messaging';
import { migrate } from '@assay/persistence';
import { createLogger, loadConfig, startService, type RunningService } from '@assay/runtime';
import { AgentsModule, WorkModule } from '@assay/work/service';
import { eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import { TaskRuntime } from '@assay/work';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoryEvaluationsProcessor } from './story-evaluations.processor.js';
import { StoryEvaluatorModule } from './story-evaluator.module.js';

class Root {}

const BODY = {
  storyId: 'from-the-queue',
  candidates: [{ label: 'only', text: 'A lamp went out.' }],
  evaluators: [{ name: 'anna' }],
  mode: 'prompt',
};

describe('the service story-evaluator', () => {
  let postgres: TestPostgres;
  let service: RunningService;
  let backend: Messaging;
  let consumer: Pick<QueueWorker, 'drain'>;
  const replies: Record<string, unknown>[] = [];
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('story-service', async (template) => void (await migrate(template)));
    service = await startService(
      { module: Root, imports: [WorkModule.forProcess(), AgentsModule.forProcess(), StoryEvaluatorModule] },
      loadConfig(
        { DATABASE_URL: url, PORT: '0', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', ASSAY_MODEL_BASIC: 'small' },
        { service: 'story-evaluator', needsSecretKey: false },
      ),
      createLogger({ service: 'story-evaluator', level: 'silent', secrets: [] }),
    );
    backend = await Messaging.open({ transport: { kind: 'postgres', url }, onError: () => undefined });
    consumer = consume(backend, 'replies-test' as never, async ({ payload }) => void replies.push(payload), {
      concurrency: 1,
    });
  });
  afterAll(async () => {
    await consumer.drain();
    await backend.close();
    await service.stop();
    await postgres.stop();
  });

  const stories = async (): Promise<{ storyId: string; replyTo: string | null; trace: string | null }[]> =>
    service.app.get(TaskRuntime).database.query({
      name: 'test_stories',
      text: `select e.story_id as "storyId", r.reply_to as "replyTo", r.trace_context as trace
         from assay.story_evaluations e join assay.runs r on r.id = e.run_id`,
    });

  it('takes requests from the queue, with their reply queue and their trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const payload = { ...BODY, replyTo: 'replies-test', traceparent };
    await backend.publish('story-evaluations', [{ name: 'evaluate', payload }]);
    await eventually(async () => (await stories()).length === 1);
    expect(await stories()).toEqual([{ storyId: 'from-the-queue', replyTo: 'replies-test', trace: traceparent }]);
    expect(replies).toEqual([]);
  });

  it('makes one evaluation of a job that is delivered twice, and of jobs of one key', async () => {
    const consumer = service.app.get<{ take: (job: object) => Promise<{ id: string }> }>(StoryEvaluationsProcessor);
    const job = { id: '7', addedAt: 1, name: 'evaluate', payload: { ...BODY, storyId: 'twice' }, traceparent: null };
    const reported = await Promise.all([consumer.take(job), consumer.take(job)]);
    expect(reported[1]?.id).toBe(reported[0]?.id);
    const keyed = { ...job.payload, idempotencyKey: 'mine' };
    const first = await consumer.take({ ...job, id: '8', payload: keyed });
    const again = await consumer.take({ ...job, id: '9', payload: keyed });
    expect(again.id).toBe(first.id);
    expect((await stories()).filter(({ storyId }) => storyId === 'twice')).toHaveLength(2);
    await expect(consumer.take({ ...job, payload: { ...keyed, storyId: 'other' } })).rejects.toThrow(/idempotency key/);
  });

  it('says on the reply queue what is wrong with a body, and does nothing else', async () => {
    const payload = { ...BODY, mode: 'whole', evaluators: [], replyTo: 'replies-test' };
    await backend.publish('story-evaluations', [{ name: 'evaluate', payload }]);
    await eventually(() => replies.length === 1);
    expect(replies[0]?.['code']).toBe('VALIDATION_FAILED');
    const errors = replies[0]?.['errors'] as { field: string }[];
    expect(errors.map(({ field }) => field).sort()).toEqual(['evaluators', 'mode']);
    expect((await stories()).filter(({ storyId }) => storyId === 'from-the-queue')).toHaveLength(1);
  });

  it('fails unknown jobs loudly, and sends nothing to queues that are not for replies', async () => {
    await backend.publish('story-evaluations', [{ name: 'praise', payload: { replyTo: 'replies-test' } }]);
    await eventually(() => replies.length === 2);
    expect(replies[1]?.['code']).toBe('UNKNOWN_JOB');
    await backend.publish('story-evaluations', [{ name: 'evaluate', payload: { replyTo: 'questions' } }]);
    await sleep(200);
    expect(replies).toHaveLength(2);
    expect((await backend.desk.state('questions')).waiting).toBe(0);
  });
});
