import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, Worker, type Job } from 'bullmq';
import { checkRecord } from '../harness/record-consistency.js';
import { Deployment } from './deployment.js';

/** What arrives on a reply queue. */
interface Reply {
  record?: { question: string };
  errors?: unknown;
}

const redisUrl = process.env['REDIS_URL'];
const suite = redisUrl === undefined ? describe.skip : describe;

suite(`the queue of questions${redisUrl === undefined ? ' (skipped: REDIS_URL is not set)' : ''}`, () => {
  const replyTo = `replies-e2e-${process.pid}`;
  const connection = { url: redisUrl ?? '' };
  const replies = new Map<string, unknown>();
  let assay: Deployment;
  let questions: Queue;
  let listener: Worker;
  beforeAll(async () => {
    assay = await Deployment.open();
    questions = new Queue('questions', { connection });
    listener = new Worker(replyTo, async (job: Job<Reply>) => void replies.set(replyKey(job.data), job.data), {
      connection,
    });
    await listener.waitUntilReady();
  }, 300_000);
  afterAll(async () => {
    await listener?.close();
    await questions?.close();
  });

  /** By question text, or the wrong field. */
  function replyKey(reply: Reply): string {
    return reply.record?.question ?? 'errors';
  }

  async function replyOf(key: string): Promise<unknown> {
    const until = Date.now() + 300_000;
    while (!replies.has(key)) {
      if (Date.now() > until) throw new Error(`no reply for ${key}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return replies.get(key);
  }

  it('takes a question from a plain BullMQ client, and sends its record back', async () => {
    const body = assay.body('one of two is right') as { question: string };
    await questions.add('ask', { ...body, replyTo });
    const reply = (await replyOf(body.question)) as { question: string; record: unknown };
    expect(checkRecord(reply.record)).toMatchObject({ status: 'GOLD', case: 'A', question: body.question });
  });

  it('says what is wrong with a question that it cannot take', async () => {
    await questions.add('ask', { workspace: assay.workspace, question: '', replyTo });
    expect(await replyOf('errors')).toMatchObject({ errors: [{ field: 'question' }] });
  });
});
