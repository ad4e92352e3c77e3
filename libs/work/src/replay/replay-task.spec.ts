import { expect, it } from '@jest/globals';
import { InfrastructureError, PermanentError } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import type { BlockStore } from '../block-store.js';
import { replayTask } from './replay-task.js';
import type { TaskReplay } from './replay-request.js';

const TASK = {
  task: 'task',
  queue: 'generator',
  ordinal: 1,
  status: 'DONE',
  workspace: 'workspace',
  payload: {},
  result: { sql: 'select 1' },
  error: null,
  run: { id: 'run', product: 'question', seed: 1, traceContext: null },
  stage: { id: 'stage', kind: 'generate', attempt: 1, round: 1, input: {} },
};

function replayed(error: Error): Promise<TaskReplay> {
  const database = { query: async ({ name }: { name: string }) => (name === 'read_replayed_task' ? [TASK] : []) };
  const handler = {
    handle: async (): Promise<never> => {
      throw error;
    },
  };
  const parts = { database: database as unknown as Database, blocks: {} as BlockStore };
  return replayTask(parts, handler, 'task', new AbortController().signal);
}

it.each([
  new InfrastructureError('DB_SAMPLER_UNAVAILABLE', 'no answer'),
  new PermanentError('ANSWER_MISSING', 'The answer of task task is not on record.'),
])('takes an answer that is not kept any more for the end of the record: $code', async (error) => {
  const { differences } = await replayed(error);
  expect(differences).toMatchObject([{ kind: 'decision', recorded: TASK.result, replayed: { kind: 'record-ended' } }]);
});

it('takes another error for a difference', async () => {
  const { differences } = await replayed(new PermanentError('BLOCK_MISSING', 'Block 1 is not on record.'));
  expect(differences).toMatchObject([{ recorded: TASK.result, replayed: { kind: 'failed', code: 'BLOCK_MISSING' } }]);
});

it('never takes a record that cannot be read for a difference', async () => {
  const away = new InfrastructureError('RECORD_UNAVAILABLE', 'the connection was lost');
  await expect(replayed(away)).rejects.toBe(away);
});
