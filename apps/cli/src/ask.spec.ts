import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAssay, type FakeAnswer, sampleId, sampleQuestion, sampleRun } from '@assay/client/testing';
import type { EscalationRecord } from '@assay/contracts';
import { FakeTerminal } from './fixtures/fake-terminal.js';
import { runCli } from './run-cli.js';

const id = sampleId(1);
const accepted = { status: 202, body: { id, status: 'QUEUED', links: {} } };
const rows = { columns: [{ name: 'orders', type: 'int8' }], rows: [['42']], rowCount: 1, truncated: false };

let fake: FakeAssay;
let terminal: FakeTerminal;

beforeEach(async () => {
  fake = await FakeAssay.start();
  terminal = new FakeTerminal({ ASSAY_URL: fake.url });
  serve(sampleRun());
});
afterEach(async () => fake.close());

function serve(record: EscalationRecord): void {
  fake
    .on('POST /v1/questions', accepted)
    .on('GET /v1/questions/:id', { body: record })
    .on('GET /v1/questions/:id/events', { events: record.events, hold: true })
    .on('GET /v1/questions/:id/record', { body: record })
    .on('GET /v1/questions/:id/rows', { body: rows });
}

function problem(status: number, code: string, more: object = {}): { status: number; body: object } {
  return { status, body: { type: 'about:blank', title: code, status, detail: `${code} it is.`, code, ...more } };
}

async function ask(...flags: string[]): Promise<number> {
  return runCli(['ask', 'How many orders?', '-w', 'shop', ...flags], terminal);
}

describe('assay ask', () => {
  it('asks, follows in plain lines on standard error, and answers on standard output', async () => {
    expect(await ask()).toBe(0);
    expect(fake.requestsTo('POST /v1/questions')[0]?.body).toEqual({ workspace: 'shop', question: 'How many orders?' });
    expect(terminal.stderr.text).toContain('from fast to strong models because no SQL passed\n');
    expect(terminal.stdout.text).toMatch(/^SELECT count/);
    expect(terminal.stdout.text).toContain('GOLD  strong models · 90 % likely to be right');
    expect(terminal.stdout.text).toMatch(/orders\n─+\n +42\n\(1 row\)/);
    expect(terminal.stdout.text + terminal.stderr.text).not.toContain('\u001b');
  });

  it.each(['advanced', 'Strong'])('begins with the models that -l names: %s', async (name) => {
    await ask('-l', name, '--rows', '0');
    expect(fake.requestsTo('POST /v1/questions')[0]?.body).toMatchObject({ level: 'ADVANCED' });
  });

  it('sends level, evidence, settings and the idempotency key', async () => {
    const evidence = ['-e', 'one', '-e', 'two'];
    const settings = ['--set', 'maxLevel=ADVANCED', '--set', 'sqlCandidates=3', '--set', 'sendRows=false'];
    await ask('-l', 'advanced', ...evidence, ...settings, '--idempotency-key', 'k', '--rows', '0');
    const [request] = fake.requestsTo('POST /v1/questions');
    expect(request?.body).toMatchObject({
      level: 'ADVANCED',
      evidence: ['one', 'two'],
      settings: { maxLevel: 'ADVANCED', sqlCandidates: 3, sendRows: false },
    });
    expect(request?.headers['idempotency-key']).toBe('k');
    expect(fake.requestsTo('GET /v1/questions/:id/rows')).toHaveLength(0);
  });

  it('prints with --json the record and nothing else', async () => {
    expect(await ask('--json')).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual(sampleRun());
    expect(terminal.stderr.text).toBe('');
  });

  it('draws in place on a terminal, in colour, and leaves the last state', async () => {
    terminal.makeInteractive();
    await ask();
    expect(terminal.stderr.text).toContain('\u001b[?25l');
    expect(terminal.stderr.text).toContain('\u001b[32mGOLD\u001b[39m');
    expect(terminal.stderr.text.endsWith('\u001b[?25h')).toBe(true);
  });

  it('takes the drawing away before the record of --json', async () => {
    terminal.makeInteractive();
    await ask('--json');
    expect(terminal.stderr.text).not.toContain('GOLD');
    expect(JSON.parse(terminal.stdout.text)).toMatchObject({ id });
  });

  it('uses no colour under NO_COLOR, and does not redraw on a dumb terminal', async () => {
    terminal.makeInteractive();
    terminal.env['NO_COLOR'] = '1';
    await ask();
    expect(terminal.stderr.text + terminal.stdout.text).not.toContain('\u001b[32m');
    terminal = new FakeTerminal({ ASSAY_URL: fake.url, TERM: 'dumb' }).makeInteractive();
    await ask();
    expect(terminal.stderr.text + terminal.stdout.text).not.toContain('\u001b');
  });

  it.each([
    ['GOLD', 0],
    ['SILVER', 0],
    ['FAILED', 2],
    ['ERROR', 1],
    ['CANCELLED', 1],
  ] as const)('ends after %s with exit code %d', async (status, code) => {
    const error = status === 'ERROR' ? { code: 'MODEL_DOWN', message: 'No model answered.' } : null;
    serve(sampleRun({ status, error, result: null }));
    expect(await ask()).toBe(code);
    expect(terminal.stdout.text).toContain(status);
  });

  it('asks a question again with what it was asked with', async () => {
    const asked = {
      workspace: sampleId(2),
      question: 'How many orders?',
      evidence: ['a fact'],
      level: 'ADVANCED',
      settings: { effort: 'economical' },
      follows: sampleId(9),
    };
    fake.on('GET /v1/questions/:id/request', { body: asked });
    fake.requests.splice(0);
    expect(await runCli(['again', sampleId(1), '--detach'], terminal)).toBe(0);
    expect(fake.requestsTo('POST /v1/questions').map(({ body }) => body)).toEqual([asked]);
    expect(await runCli(['again', 'nonsense'], terminal)).toBe(1);
  });

  it('has an answer tested with its own settings, but those that skip tests', async () => {
    const asked = { workspace: sampleId(2), question: 'How many orders?', evidence: [], level: 'BASIC' };
    const settings = { effort: 'instant', bypassEvaluation: true, sendRows: false };
    fake.on('GET /v1/questions/:id/request', { body: { ...asked, settings } });
    fake.requests.splice(0);
    expect(await runCli(['again', sampleId(1), '--test', '--detach'], terminal)).toBe(0);
    const { workspace, question } = asked;
    expect(fake.requestsTo('POST /v1/questions').map(({ body }) => body)).toEqual([
      { workspace, question, continues: sampleId(1), settings: { sendRows: false } },
    ]);
  });

  it('prints the rows of SQL that corrected an answer, also where no SQL had won', async () => {
    serve(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] }, correctedSql: 'SELECT 2' }));
    await ask();
    expect(terminal.stdout.text).toMatch(/^SELECT 2\ncorrected by a person\n\norders\n─+\n +42/);
  });

  it('prints all rows as CSV alone, and says where they are cut', async () => {
    const body = 'orders,city\r\n42,Zürich\r\n';
    fake.on('GET /v1/questions/:id/rows', { headers: { 'x-assay-truncated': 'true' }, body });
    expect(await ask('--csv')).toBe(0);
    expect(fake.requestsTo('GET /v1/questions/:id/rows')[0]?.headers.accept).toBe('text/csv');
    expect(terminal.stdout.text).toBe(body);
    expect(terminal.stderr.text).toContain('There are more rows than may be exported');
  });

  it('prints the answer even if its rows cannot be read', async () => {
    fake.on('GET /v1/questions/:id/rows', problem(503, 'DATABASE_AWAY'));
    expect(await ask()).toBe(0);
    expect(terminal.stdout.text).toContain('The rows could not be fetched: DATABASE_AWAY it is.');
  });

  it('prints with --detach the id, and does not follow', async () => {
    expect(await ask('--detach')).toBe(0);
    expect(terminal.stdout.text).toBe(`${id}\n`);
    expect(fake.requests).toHaveLength(1);
  });

  it('reads the question from standard input for -', async () => {
    terminal.input = ' How many?\n';
    await runCli(['ask', '-', '-w', 'shop', '--detach'], terminal);
    expect(fake.requests[0]?.body).toEqual({ workspace: 'shop', question: 'How many?' });
  });

  it('takes ASSAY_WORKSPACE, or the only workspace there is', async () => {
    const workspace = { id: sampleId(2), name: 'shop' };
    fake.on('GET /v1/workspaces', { body: { items: [workspace], nextCursor: null } });
    await runCli(['ask', 'q', '--detach'], terminal);
    terminal.env['ASSAY_WORKSPACE'] = 'mine';
    await runCli(['ask', 'q', '--detach'], terminal);
    expect(fake.requestsTo('POST /v1/questions').map(({ body }) => body)).toMatchObject([
      { workspace: sampleId(2) },
      { workspace: 'mine' },
    ]);
  });

  it('asks which workspace where there are several, and says how to add one where there are none', async () => {
    const items = [{ name: 'shop' }, { name: 'farm' }];
    fake.on('GET /v1/workspaces', { body: { items, nextCursor: null } }, { body: { items: [], nextCursor: null } });
    expect(await runCli(['ask', 'q'], terminal)).toBe(1);
    expect(terminal.stderr.text).toContain('Name one with --workspace. There are: shop, farm.');
    expect(await runCli(['ask', 'q'], terminal)).toBe(1);
    expect(terminal.stderr.text).toContain('`npx assay workspaces add` adds one.');
  });
});

describe('assay ask, interrupted', () => {
  /** Runs until cancelled. */
  function serveRunning(...refusals: FakeAnswer[]): void {
    const { events } = sampleRun();
    const running = events.slice(0, 8);
    const cancelled = {
      type: 'question-finished',
      status: 'CANCELLED',
      case: null,
      level: 'BASIC',
      sequence: 9,
      at: '',
    };
    let end: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    fake.on('GET /v1/questions/:id/events', { events: running, cutAfter: 8 }, async () => {
      await ended;
      return { events: [...running, cancelled] as { sequence: number }[] };
    });
    fake.on('POST /v1/questions/:id/cancel', ...refusals, () => {
      end();
      return { status: 202, body: {} };
    });
    fake.on('GET /v1/questions/:id/record', { body: sampleRun({ status: 'CANCELLED', result: null, attempts: [] }) });
  }

  async function progressShown(): Promise<void> {
    while (!terminal.stderr.text.includes('“Write SQL” finished')) await new Promise((tick) => setTimeout(tick, 5));
  }

  it('cancels the question on Ctrl-C, and follows it to its end', async () => {
    serveRunning();
    const asked = ask();
    await progressShown();
    terminal.interrupt();
    expect(await asked).toBe(1);
    expect(fake.requestsTo('POST /v1/questions/:id/cancel')).toHaveLength(1);
    expect(terminal.stderr.text).toContain('Cancelling; Ctrl-C again leaves at once.');
    expect(terminal.stdout.text).toContain('It was cancelled.');
    expect(terminal.interrupt()).toBe(false);
  });

  it('leaves at once on the second Ctrl-C', async () => {
    serveRunning();
    fake.on('POST /v1/questions/:id/cancel', () => new Promise(() => undefined));
    const asked = ask();
    await progressShown();
    terminal.interrupt();
    terminal.interrupt();
    expect(await asked).toBe(130);
    expect(terminal.stderr.text).toContain(`npx assay follow ${id}`);
  });

  it('shows the answer where the question ended before it could be cancelled', async () => {
    const run = sampleRun();
    let late: () => void;
    const lateEnd = new Promise<void>((resolve) => (late = resolve));
    fake.on('GET /v1/questions/:id/events', { events: run.events, cutAfter: 8 }, async () => {
      await lateEnd;
      return { events: run.events };
    });
    fake.on('POST /v1/questions/:id/cancel', () => {
      late();
      return problem(409, 'ALREADY_FINISHED');
    });
    const asked = ask();
    await progressShown();
    terminal.interrupt();
    expect(await asked).toBe(0);
    expect(terminal.stderr.text).not.toContain('could not be cancelled');
  });

  it('reports a failed cancellation, and can be interrupted again', async () => {
    serveRunning(problem(503, 'STARTING'));
    const asked = ask();
    await progressShown();
    terminal.interrupt();
    while (!terminal.stderr.text.includes('could not be cancelled: STARTING')) {
      await new Promise((tick) => setTimeout(tick, 5));
    }
    terminal.interrupt();
    expect(await asked).toBe(1);
    expect(fake.requestsTo('POST /v1/questions/:id/cancel')).toHaveLength(2);
  });
});

describe('assay ask, refused', () => {
  it('says what listens where, and how to start it, when nothing is there', async () => {
    await fake.close();
    expect(await ask()).toBe(1);
    expect(terminal.stderr.text).toMatch(
      /^error: Assay at http:\/\/127\.0\.0\.1:\d+ could not be reached: .*ECONNREFUSED/,
    );
    expect(terminal.stderr.text).toContain('npm start');
    fake = await FakeAssay.start();
  });

  it('names the fields that were refused', async () => {
    const errors = [{ field: 'settings.maxRows', message: 'may only be tightened' }];
    fake.on('POST /v1/questions', problem(422, 'INVALID', { errors }));
    expect(await ask()).toBe(1);
    expect(terminal.stderr.text).toBe('error: INVALID it is. (INVALID)\n  settings.maxRows: may only be tightened\n');
  });

  it('asks for a key where one is needed, and sends the one that is set', async () => {
    fake.on('POST /v1/questions', problem(401, 'UNAUTHORIZED'));
    terminal.env['ASSAY_API_KEY'] = 'secret-key';
    expect(await ask()).toBe(1);
    expect(fake.requests[0]?.headers.authorization).toBe('Bearer secret-key');
    expect(terminal.stderr.text).toContain('Set ASSAY_API_KEY');
    expect(terminal.stderr.text).not.toContain('secret-key');
  });

  it('says when to try again', async () => {
    fake.on('POST /v1/questions', { ...problem(429, 'BUSY'), headers: { 'retry-after': '7' } });
    expect(await ask()).toBe(1);
    expect(terminal.stderr.text).toContain('Try again in 7.0 s.');
  });

  it.each([
    [['ask'], 'missing required argument'],
    [['ask', ' ', '-w', 'shop'], 'There is no question.'],
    [['ask', 'q', '-l', 'GREAT'], 'fast, strong or strongest'],
    [['ask', 'q', '--set', 'maxRows'], 'name=value'],
    [['ask', 'q', '--set', 'rows=1'], 'The settings are preset, sqlCandidates'],
    [['ask', 'q', '--rows', '-1'], 'whole number'],
    [['follow', '12'], 'It is not an id'],
    [['aks', 'q'], "unknown command 'aks'"],
  ])('ends with 1 on %j and says what is wrong', async (args, message) => {
    expect(await runCli(args, terminal)).toBe(1);
    expect(terminal.stderr.text).toContain(message);
    expect(fake.requests).toHaveLength(0);
  });
});

describe('assay follow', () => {
  it('replays a question from its beginning and gives its answer', async () => {
    expect(await runCli(['follow', id], terminal)).toBe(0);
    expect(terminal.stderr.text).toContain('question accepted');
    expect(terminal.stdout.text).toContain('GOLD');
  });

  it('prints all rows as CSV alone, and refuses --json beside it', async () => {
    const body = 'orders\r\n42\r\n';
    fake.on('GET /v1/questions/:id/rows', { body });
    expect(await runCli(['follow', id, '--csv'], terminal)).toBe(0);
    expect(fake.requestsTo('GET /v1/questions/:id/rows')[0]?.headers.accept).toBe('text/csv');
    expect(terminal.stdout.text).toBe(body);
    expect(await runCli(['follow', id, '--csv', '--json'], terminal)).toBe(1);
    expect(terminal.stderr.text).toContain("'--csv' cannot be used with option '--json'");
  });

  it('fails at once for a question that is not there', async () => {
    fake.on('GET /v1/questions/:id', problem(404, 'NOT_FOUND'));
    expect(await runCli(['follow', id], terminal)).toBe(1);
    expect(fake.requests).toHaveLength(1);
  });

  it('leaves on Ctrl-C without cancelling', async () => {
    fake.on('GET /v1/questions/:id', { body: sampleQuestion({ status: 'RUNNING' }) });
    fake.on('GET /v1/questions/:id/events', { events: sampleRun().events.slice(0, 8), hold: true });
    const followed = runCli(['follow', id], terminal);
    while (!terminal.stderr.text.includes('“Write SQL” finished')) await new Promise((tick) => setTimeout(tick, 5));
    terminal.interrupt();
    expect(await followed).toBe(130);
    expect(terminal.stderr.text).toContain(`left; the question goes on: npx assay follow ${id}`);
    expect(fake.requestsTo('POST /v1/questions/:id/cancel')).toHaveLength(0);
  });
});
