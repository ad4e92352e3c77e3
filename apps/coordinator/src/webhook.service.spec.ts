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

it('delivers to other hosts while one is slow, and claims no more for the slow one meanwhile', async () => {
  const dueAt = (host: string): DueWebhook => {
    return { run: newId(), url: `https://${host}/ended`, host, attempts: 6, values: false };
  };
  const rounds = [[dueAt('slow.example')], [dueAt('other.example')], []];
  const claims: unknown[] = [];
  const failed: unknown[] = [];
  const query = async ({ name }: { name: string }, parameters: unknown[]): Promise<unknown[]> => {
    if (name !== 'claim_webhooks') failed.push(parameters[0]);
    else claims.push(parameters[3]);
    return name === 'claim_webhooks' ? (rounds[claims.length - 1] ?? []) : [];
  };
  const slow = rounds[0]?.[0]?.run;
  const read = (run: string): Promise<never> =>
    run === slow ? new Promise(() => undefined) : Promise.reject(new Error('gone'));
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
  await jest.advanceTimersByTimeAsync(3 * timing.replySweep);
  service.onApplicationShutdown();
  expect(claims).toEqual([[], ['slow.example'], ['slow.example']]);
  expect(failed).toEqual([rounds[1]?.[0]?.run]);
});
