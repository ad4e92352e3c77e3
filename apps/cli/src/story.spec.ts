import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, sampleId } from '@assay/client/testing';
import type { StoryEvaluationRecord, StoryEvent } from '@assay/contracts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const id = sampleId(7);
const at = '2026-01-01T00:00:00.000Z';
const usage = {
  modelCalls: 4,
  replayedCalls: 0,
  inputTokens: 4000,
  outputTokens: 400,
  cachedInputTokens: 1000,
  cacheWriteTokens: 0,
  costUsd: 0.02,
};

const given = (evaluator: string, label: string, score: number): object => ({ evaluator, label, score });
const EVENTS = [
  { type: 'story-evaluation-accepted' },
  { type: 'stage-started', stage: 'evaluate-story', tasks: 4 },
  { type: 'story-evaluated', evaluator: 'reader', label: 'second', score: 82.5 },
  { type: 'evaluator-failed', evaluator: 'editor', label: 'first', reason: 'no-final-tool: It never called it.' },
  { type: 'call-answered', tokens: 4400 },
  { type: 'chunk-narrated', label: 'first', chunk: 1, coveragePercent: 96.04, isValid: true },
  { type: 'story-evaluation-finished', status: 'DONE', choice: 'second' },
].map((event, index): StoryEvent => ({ ...event, sequence: index + 1, at }));

const RECORD: StoryEvaluationRecord = {
  id,
  storyId: 'first',
  status: 'DONE',
  ranking: [
    { label: 'second', score: 78.75, spread: 7.5, approved: true, evaluators: 2 },
    { label: 'first', score: 40, spread: 0, approved: false, evaluators: 1 },
  ],
  choice: 'second',
  failedEvaluators: [{ evaluator: 'editor', label: 'first', reason: 'no-final-tool: It never called it.' }],
  usage,
  error: null,
  nextSteps: [],
  createdAt: at,
  finishedAt: '2026-01-01T00:00:12.000Z',
  evaluations: [given('reader', 'second', 82.5), given('editor', 'second', 75), given('reader', 'first', 40)] as Record<
    string,
    unknown
  >[],
  toolCalls: [],
  coverage: [],
  calls: [],
  events: EVENTS,
};

describe('assay story evaluate', () => {
  let fake: FakeAssay;
  let terminal: FakeTerminal;
  let folder: string;
  beforeEach(async () => {
    fake = await FakeAssay.start();
    terminal = new FakeTerminal({ ASSAY_URL: fake.url });
    folder = await mkdtemp(join(tmpdir(), 'assay-stories-'));
    await writeFile(join(folder, 'first.txt'), 'Once.');
    await writeFile(join(folder, 'second.md'), 'Once upon a time.');
    serve(RECORD);
  });
  afterEach(async () => {
    await fake.close();
    await rm(folder, { recursive: true });
  });

  function serve(record: StoryEvaluationRecord): void {
    fake
      .on('POST /v1/story-evaluations', { status: 202, body: { id, status: 'QUEUED', links: {} } })
      .on('GET /v1/story-evaluations/:id/events', { events: record.events, hold: true })
      .on('GET /v1/story-evaluations/:id/record', { body: record })
      .on('POST /v1/story-evaluations/:id/cancel', { status: 202, body: { id, status: 'RUNNING', links: {} } });
  }
  const evaluate = (...flags: string[]): Promise<number> =>
    runCli(['story', 'evaluate', join(folder, 'first.txt'), join(folder, 'second.md'), ...flags], terminal);
  const sent = (): unknown => fake.requestsTo('POST /v1/story-evaluations')[0]?.body;

  it('sends the files as candidates, follows, and shows a table of scores with the best', async () => {
    expect(await evaluate()).toBe(0);
    expect(sent()).toMatchObject({
      storyId: 'first',
      candidates: [
        { label: 'first', text: 'Once.' },
        { label: 'second', text: 'Once upon a time.' },
      ],
      evaluators: [{ name: 'reader' }, { name: 'editor' }],
      mode: 'prompt',
    });
    expect(terminal.stderr.text).toMatch(
      /4 evaluations\n.*reader scores second 82\.5\n.*editor gives no evaluation of first/,
    );
    expect(terminal.stderr.text).toMatch(/first, chunk 1: 96 % narrated\n/);
    const lines = terminal.stdout.text.split('\n').map((line) => line.trimEnd());
    expect(lines.slice(0, 4)).toEqual([
      '   story   score  spread  editor  reader',
      '─  ──────  ─────  ──────  ──────  ──────',
      '1  second   78.8     7.5  75        82.5',
      '✗  first      40       0  –           40',
    ]);
    expect(terminal.stdout.text).toContain('BEST  second\n');
    expect(terminal.stdout.text).toContain('no evaluation by editor of first: no-final-tool');
    expect(terminal.stdout.text).toContain('4 model calls · 4,000 tokens in (25 % cached), 400 out · $0.020 · 12.0 s');
  });

  it('sends what its flags say', async () => {
    await evaluate(
      ...['-e', 'anna=big', '-e', 'bert', '--instructions', 'Be strict.', '--coherence', '--id', 'tale'],
      ...['--criterion', 'pace=Does it move?', '--mode', 'PARTS', '--min-evaluators', '1', '--min-score', '62.5'],
      ...['--attempts', '2', '--fallback-model', 'spare', '--tts', '95'],
    );
    const shared = { instructions: 'Be strict.', coherence: true };
    expect(sent()).toMatchObject({
      storyId: 'tale',
      evaluators: [
        { name: 'anna', model: 'big', ...shared },
        { name: 'bert', ...shared },
      ],
      criteria: [{ name: 'pace', description: 'Does it move?' }],
      mode: 'parts',
      minEvaluators: 1,
      minimumScore: 62.5,
      retry: { attempts: 2, fallbackModel: 'spare' },
      tts: { threshold: 95 },
    });
  });

  it('prints with --json the record and nothing else, and with --detach the id', async () => {
    expect(await evaluate('--json')).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual(RECORD);
    expect(terminal.stderr.text).toBe('');
    terminal.stdout.text = '';
    expect(await evaluate('--detach', '--tts')).toBe(0);
    expect(terminal.stdout.text).toBe(`${id}\n`);
    expect(fake.requestsTo('POST /v1/story-evaluations')[1]?.body).toMatchObject({ tts: {} });
  });

  it('exits with 2 where nothing is good enough, and with 1 on an error, which it names', async () => {
    serve({ ...RECORD, choice: null });
    expect(await evaluate()).toBe(2);
    expect(terminal.stdout.text).toContain('NONE  No version reaches the minimum score.');
    serve({
      ...RECORD,
      status: 'ERROR',
      choice: null,
      ranking: [],
      error: { code: 'TOO_FEW_EVALUATORS', message: 'Too few.' },
      nextSteps: [{ action: 'retry', message: 'Evaluate again.' }],
    });
    expect(await evaluate()).toBe(1);
    expect(terminal.stdout.text).toContain('ERROR  Too few. (TOO_FEW_EVALUATORS)\n→ Evaluate again.\n');
  });

  it('says a reason once, with all that it kept from being evaluated', async () => {
    const reason = 'The endpoint is away.';
    const failed = ['reader', 'editor'].map((evaluator) => ({ evaluator, label: 'first', reason }));
    serve({ ...RECORD, failedEvaluators: failed });
    await evaluate();
    expect(terminal.stdout.text.match(/The endpoint is away/g)).toHaveLength(1);
    expect(terminal.stdout.text).toContain('no evaluation by reader of first, by editor of first: The endpoint');
  });

  it('reads standard input, and distinguishes files of the same name', async () => {
    terminal.input = 'From a pipe.';
    await mkdir(join(folder, 'other'));
    const other = join(folder, 'other', 'first.md');
    await writeFile(other, 'Twice.');
    await runCli(['story', 'evaluate', '-', join(folder, 'first.txt'), other], terminal);
    expect((sent() as { candidates: object[] }).candidates).toEqual([
      { label: 'standard input', text: 'From a pipe.' },
      { label: join(folder, 'first.txt'), text: 'Once.' },
      { label: other, text: 'Twice.' },
    ]);
  });

  it('says which file cannot be read, and asks for nothing', async () => {
    expect(await evaluate(join(folder, 'third.txt'))).toBe(1);
    expect(terminal.stderr.text).toMatch(/third\.txt cannot be read: there is no such file\./);
    await writeFile(join(folder, 'empty.txt'), ' \n');
    expect(await evaluate(join(folder, 'empty.txt'))).toBe(1);
    expect(terminal.stderr.text).toMatch(/empty\.txt holds no story\./);
    expect(fake.requests).toHaveLength(0);
  });

  it('lists earlier evaluations, and shows one again', async () => {
    const { evaluations, toolCalls, coverage, calls, events, ...view } = RECORD;
    const open = { ...view, id: sampleId(8), storyId: 'later', status: 'RUNNING', ranking: [], choice: null };
    fake.on(
      'GET /v1/story-evaluations',
      { body: { items: [open], nextCursor: 'more' } },
      { body: { items: [view], nextCursor: null } },
    );
    expect(await runCli(['story', 'list'], terminal)).toBe(0);
    expect(terminal.stdout.text.split('\n').map((line) => line.trimEnd())).toEqual([
      expect.stringMatching(/^id +asked +story +status +choice +score$/),
      expect.anything(),
      `${sampleId(8)}  ${at}  later  RUNNING`,
      `${id}  ${at}  first  DONE     second  78.8`,
      '',
    ]);
    terminal.stdout.text = '';
    expect(await runCli(['story', 'show', id], terminal)).toBe(0);
    expect(terminal.stdout.text).toContain('BEST  second\n');
    expect([evaluations, toolCalls, coverage, calls, events]).toHaveLength(5);
  });

  it('draws in place on a terminal, and takes the drawing away', async () => {
    terminal.makeInteractive();
    fake.on('GET /v1/story-evaluations/:id/events', async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return { events: EVENTS };
    });
    expect(await evaluate()).toBe(0);
    expect(terminal.stderr.text).toMatch(/0 of 0 evaluations.*Ctrl-C cancels/);
    expect(terminal.stderr.text.endsWith('\u001b[J\u001b[?25h')).toBe(true);
    expect(terminal.stdout.text).toContain('BEST');
  });

  it('shows the whole table on a terminal that does not know its size', async () => {
    terminal.makeInteractive(0, 0);
    expect(await evaluate()).toBe(0);
    expect(stripVTControlCharacters(terminal.stdout.text)).toMatch(/story +score +spread +editor +reader/);
  });

  it('cancels at the first Ctrl-C', async () => {
    const before = EVENTS.slice(0, 3);
    fake.on('GET /v1/story-evaluations/:id/events', { events: before, hold: true });
    const running = evaluate();
    while (fake.requestsTo('GET /v1/story-evaluations/:id/events').length === 0) await new Promise(setImmediate);
    terminal.interrupt();
    while (fake.requestsTo('POST /v1/story-evaluations/:id/cancel').length === 0) await new Promise(setImmediate);
    expect(terminal.stderr.text).toContain('Cancelling');
    terminal.interrupt();
    expect(await running).toBe(130);
  });
});
