import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import type { DeadLetterDetail, QueueView } from '@assay/contracts';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const task = sampleId(1);
const jobs = { waiting: 3, active: 1, delayed: 0, failed: 0 };
const evaluator: QueueView = {
  name: 'evaluator',
  kind: 'tasks',
  paused: true,
  waiting: 3,
  active: 1,
  delayed: 2,
  failed: 4,
  oldestSeconds: 75,
  jobs,
};
const letter: DeadLetterDetail = {
  id: task,
  queue: 'evaluator',
  run: sampleId(2),
  product: 'question',
  runStatus: 'ERROR',
  stage: 'evaluate',
  attempts: 7,
  error: { code: 'MODEL_UNREACHABLE', message: 'Nobody\u001b[31m listens.' },
  createdAt: '2026-11-22T10:00:00.000Z',
  diedAt: '2026-11-22T10:01:00.000Z',
  payload: { candidate: sampleId(3) },
  steps: [
    {
      ordinal: 1,
      kind: 'model',
      agent: 'evaluator',
      model: 'small',
      status: 'failed',
      error: { code: 'MODEL_UNREACHABLE', message: 'x' },
      at: '2026-11-22T10:00:30.000Z',
    },
  ],
};

let fake: FakeAssay;
let terminal: FakeTerminal;

beforeAll(async () => {
  fake = await FakeAssay.start();
});
beforeEach(() => {
  terminal = new FakeTerminal({ ASSAY_URL: fake.url });
});
afterEach(() => {
  fake.requests.splice(0);
});
afterAll(async () => fake.close());

const queues = (...args: string[]): Promise<number> => runCli(['queues', ...args], terminal);

describe('assay queues', () => {
  it('lists depth, age of the oldest and failed', async () => {
    fake.on('GET /v1/queues', { body: { items: [evaluator], nextCursor: null } });
    expect(await queues()).toBe(0);
    expect(terminal.stdout.text).toMatch(/queue +waiting +active +delayed +failed +oldest/);
    expect(terminal.stdout.text).toMatch(/evaluator +3 +1 +2 +4 +1 min 15 s +paused/);
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    await queues('list', '--json');
    expect(JSON.parse(terminal.stdout.text)).toEqual([evaluator]);
  });

  it('lists dead letters of a queue, as many as are asked for, and shows one', async () => {
    fake.on('GET /v1/dead-letters', { body: { items: [letter, { ...letter, id: sampleId(9) }], nextCursor: 'more' } });
    expect(await queues('dead', 'evaluator', '--limit', '1')).toBe(0);
    expect(terminal.stdout.text).toContain(task);
    expect(terminal.stdout.text).not.toContain(sampleId(9));
    expect(fake.requests.map(({ query }) => String(query))).toEqual(['queue=evaluator']);
    fake.on('GET /v1/dead-letters/:task', { body: letter });
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    expect(await queues('dead', task)).toBe(0);
    expect(terminal.stdout.text).toContain('after 7 attempts: MODEL_UNREACHABLE: Nobody');
    expect(terminal.stdout.text).toContain('step 1  evaluator small  failed MODEL_UNREACHABLE');
    expect(terminal.stdout.text).not.toContain('\u001b[31m');
  });

  it('retries a queue or one task, and says what was done', async () => {
    fake.on('POST /v1/dead-letters/:task/retry', { body: { task, outcome: 'ASKED_AGAIN', question: sampleId(5) } });
    expect(await queues('retry', task)).toBe(0);
    expect(terminal.stdout.text).toContain(`asked again as ${sampleId(5)}`);
    const refused = [{ task: sampleId(6), code: 'RUN_DECIDED', message: 'Its question has ended in GOLD.' }];
    fake.on('POST /v1/queues/evaluator/retry', {
      body: { jobs: 2, redriven: [{ task, outcome: 'REQUEUED' }], refused },
    });
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    expect(await queues('retry', 'evaluator')).toBe(0);
    expect(terminal.stdout.text.split('\n')).toEqual([
      `task ${task} is queued again`,
      `task ${sampleId(6)} was not retried: Its question has ended in GOLD.`,
      '2 failed jobs are queued again',
      '',
    ]);
  });

  it('pauses and resumes', async () => {
    fake.on('POST /v1/queues/evaluator/pause', { body: evaluator });
    fake.on('POST /v1/queues/evaluator/resume', { body: { ...evaluator, paused: false } });
    expect([await queues('pause', 'evaluator'), await queues('resume', 'evaluator')]).toEqual([0, 0]);
    expect(terminal.stdout.text).toBe('evaluator is paused.\nevaluator is resumed.\n');
  });

  it('drains what can be published again, and asks before it deletes what cannot', async () => {
    fake.on('POST /v1/queues/evaluator/drain', { body: { removed: 3 } });
    fake.on('POST /v1/queues/questions/drain', { body: { removed: 1 } });
    expect(await queues('drain', 'evaluator')).toBe(0);
    expect(terminal.stdout.text).toBe('Deleted 3 jobs.\n');
    expect(await queues('drain', 'questions')).toBe(1);
    terminal.consent = false;
    expect(await queues('drain', 'questions')).toBe(0);
    expect(fake.requestsTo('POST /v1/queues/questions/drain')).toEqual([]);
    terminal.consent = true;
    expect(await queues('drain', 'questions')).toBe(0);
    expect(await queues('drain', 'questions', '--yes')).toBe(0);
    expect(fake.requestsTo('POST /v1/queues/questions/drain')).toHaveLength(2);
  });

  it('knows a queue from a slip of the hand', async () => {
    expect(await queues('pause', 'evaluater')).toBe(1);
    expect(terminal.stderr.text).toContain('db-sampler');
    expect(fake.requests).toEqual([]);
  });
});
