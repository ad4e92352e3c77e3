import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { newId } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { DueWebhook } from '@assay/persistence';
import type { QuestionReader } from '@assay/questions';
import { loadConfig, type Logger } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { WebhookService } from './webhook.service.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const dueAt = (host: string): DueWebhook => {
  return { run: newId(), url: `https://${host}/ended`, host, attempts: 6, values: false };
};

/** Runs the service for `ms`. @returns the hosts that each claim leaves out and the runs recorded as failed, in order */
async function deliver(
  batches: DueWebhook[][],
  read: (run: string) => Promise<never>,
  ms: number,
  unrecorded?: string,
): Promise<unknown[]> {
  const done: unknown[] = [];
  const query = async ({ name }: { name: string }, parameters: unknown[]): Promise<unknown[]> => {
    const isClaim = name === 'claim_webhooks';
    done.push(isClaim ? parameters[3] : parameters[0]);
    if (parameters[0] === unrecorded) throw new Error('the record is away');
    return isClaim ? (batches.shift() ?? []) : [];
  };
  const service = new WebhookService(
    { database: { query } } as unknown as TaskRuntime,
    { recordForQueue: read } as unknown as QuestionReader,
    loadConfig(
      {
        DATABASE_URL: 'postgres://assay@record.example/assay',
        ASSAY_SECRET_KEY: 'a secret key for tests alone',
        OPENAI_API_KEY: 'not-a-key',
        ASSAY_WEBHOOK_HOSTS: '*.example',
        ASSAY_WEBHOOK_SECRET: 'what signs all webhooks',
      },
      { service: 'coordinator' },
    ),
    { warn: () => undefined } as unknown as Logger,
  );
  service.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(ms);
  service.onApplicationShutdown();
  return done;
}

it('delivers to other hosts while one is slow, and claims no more for the slow one meanwhile', async () => {
  const [slow, other] = [dueAt('slow.example'), dueAt('other.example')];
  const read = (run: string): Promise<never> =>
    run === slow.run ? new Promise(() => undefined) : Promise.reject(new Error('gone'));
  const done = await deliver([[slow], [other]], read, 2 * timing.replySweep);
  expect(done).toEqual([[], ['slow.example'], other.run, ['slow.example']]);
});

it('claims on until none is due, and completes a batch of which one could not be recorded', async () => {
  const [first, second, third] = [dueAt('one.example'), dueAt('one.example'), dueAt('one.example')];
  const read = async (run: string): Promise<never> => {
    if (run === second.run) await new Promise((resolve) => setTimeout(resolve, timing.replySweep / 2));
    throw new Error('gone');
  };
  const done = await deliver([[first, second], [third]], read, 1.9 * timing.replySweep, first.run);
  expect(done).toEqual([[], first.run, second.run, [], third.run, []]);
});
