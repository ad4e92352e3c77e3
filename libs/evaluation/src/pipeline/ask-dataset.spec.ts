import { AssayClient } from '@assay/client';
import { FakeAssay, recordedEvents, sampleId, sampleRun } from '@assay/client/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../dataset/dataset.js';
import { readDataset } from '../dataset/read-dataset.js';
import { openDatabases } from '../evaluate/open-databases.js';
import { TargetQueryRunner } from '../execution/target-query-runner.js';
import { makeTinyDataset } from '../fixtures/tiny-dataset.js';
import { Journal } from '../journal/journal.js';
import { askDataset, type AskedQuestion } from './ask-dataset.js';

const SQL = "SELECT name FROM member WHERE city = 'Rome'";
const events = recordedEvents([{ type: 'question-finished', status: 'GOLD', case: 'A', level: 'ADVANCED' }]);
const workspace = { id: sampleId(2), name: 'eval-tiny-club' };

let folder: string;
let dataset: Dataset;
let fake: FakeAssay;

beforeEach(async () => {
  ({ folder } = await makeTinyDataset());
  const whole = await readDataset(folder);
  dataset = {
    ...whole,
    name: 'tiny',
    databases: whole.databases.filter(({ id }) => id === 'club'),
    questions: whole.questions.filter(({ id }) => id === '2'),
  };
  fake = await FakeAssay.start();
  const record = sampleRun({ result: { result: 'GOLD', sqlList: [{ sql: SQL, failedTests: [] }] } });
  fake
    .on('GET /v1/workspaces', { body: { items: [], nextCursor: null } })
    .on('POST /v1/workspaces', { status: 201, body: workspace })
    .on('PATCH /v1/workspaces/:id', { body: workspace })
    .on('POST /v1/questions', { status: 202, body: { id: sampleId(1), status: 'QUEUED', links: {} } })
    .on('GET /v1/questions/:id', { body: record })
    .on('GET /v1/questions/:id/events', { events, hold: true })
    .on('GET /v1/questions/:id/record', { body: record });
});
afterEach(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});

async function ask(out: string): Promise<AskedQuestion[]> {
  const { signal } = new AbortController();
  const { databases } = await openDatabases(dataset, folder);
  const runner = new TargetQueryRunner(databases, signal);
  const journal = await Journal.open<AskedQuestion>(join(folder, out), {}, { fresh: false });
  const options = { concurrency: 1, signal, onProgress: () => undefined };
  const parts = { client: new AssayClient({ url: fake.url }), databases, runner, journal, pool: null };
  try {
    return await askDataset(dataset, parts, { level: 'ADVANCED', settings: { sqlCandidates: 3 } }, options);
  } finally {
    await runner.close();
  }
}

describe('asking Assay the questions of a data set', () => {
  it('makes a workspace, asks, and compares the answer of the record with the gold', async () => {
    const [answer] = (await ask('asked')).map((asked) => asked.answer);
    expect(answer).toMatchObject({
      id: '2',
      sql: SQL,
      match: { ex: true },
      status: 'GOLD',
      level: 'ADVANCED',
      case: 'A',
      confidence: 0.9,
      usage: { calls: 14, inputTokens: 12_345 },
      seconds: 8.4,
    });
    expect(fake.requestsTo('POST /v1/workspaces')[0]?.body).toMatchObject({
      name: 'eval-tiny-club',
      database: { dialect: 'sqlite', url: expect.stringMatching(/^sqlite:\/\/\/.*club\.sqlite$/) },
    });
    const [asked] = fake.requestsTo('POST /v1/questions');
    expect(asked?.body).toMatchObject({ workspace: sampleId(2), level: 'ADVANCED', settings: { sqlCandidates: 3 } });
    expect(asked?.headers['idempotency-key']).toMatch(/-2$/);
  });

  it('asks a question that is worked again under the same key, and a known one not at all', async () => {
    fake.on('GET /v1/questions/:id/record', { status: 500, body: {} });
    await expect(ask('again')).rejects.toThrow();
    fake.on('GET /v1/questions/:id/record', { body: sampleRun() });
    await ask('again');
    await ask('again');
    const keys = fake.requestsTo('POST /v1/questions').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('says what to set where Assay may not reach a database', async () => {
    fake.on('POST /v1/workspaces', {
      status: 422,
      body: { title: 'x', status: 422, detail: 'no', code: 'TARGET_HOST_FORBIDDEN' },
    });
    await expect(ask('refused')).rejects.toThrow('ASSAY_FILE_DIRS');
  });
});
