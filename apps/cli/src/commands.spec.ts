import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeAssay, sampleId, sampleRun } from '@assay/client/testing';
import { DEFAULT_SETTINGS, type CallRecord } from '@assay/contracts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeTerminal } from './fixtures/fake-terminal.js';

const migrate = jest.fn<(url: string) => Promise<string[]>>();
const exportedRow = { table: 'workspaces', row: { name: 'shop' } };
const imported: unknown[] = [];
const exportWorkspaces = async function* (): AsyncGenerator<object> {
  yield exportedRow;
  yield { table: 'gold_sqls', row: { sql: 'select 1' } };
};
const importWorkspaces = async (_url: string, rows: AsyncIterable<object>): Promise<Map<string, number>> => {
  for await (const row of rows) imported.push(row);
  return new Map([['workspaces', 1]]);
};
jest.unstable_mockModule('@assay/persistence', () => ({ migrate, exportWorkspaces, importWorkspaces }));
const { runCli } = await import('./run-cli.js');

const id = sampleId(1);
const call = sampleId(9);

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

async function assay(...args: string[]): Promise<number> {
  return runCli(args, terminal);
}

function sent(): string[] {
  return fake.requests.map(({ method, path }) => `${method} ${path}`);
}

describe('assay record', () => {
  const answered: CallRecord = {
    id: call,
    agent: 'generator',
    task: sampleId(8),
    ordinal: 1,
    model: 'sample-model',
    promptHash: 'h',
    status: 'answered',
    finishReason: 'stop',
    error: null,
    inputTokens: 100,
    outputTokens: 20,
    cachedTokens: null,
    cacheWriteTokens: null,
    costUsd: 0.001,
    latencyMs: 300,
    parser: null,
    repaired: false,
    flags: [],
    replayed: false,
  };
  const record = sampleRun({ calls: [answered] });

  beforeEach(() => {
    fake.on('GET /v1/questions/:id/record', { body: record });
    fake.on('GET /v1/questions/:id/calls/:callId', { body: { ...answered, request: { messages: [] } } });
  });

  it('prints JSON into a pipe, and on a terminal when asked to', async () => {
    expect(await assay('record', id)).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toEqual(record);
    terminal = new FakeTerminal({ ASSAY_URL: fake.url }).makeInteractive();
    await assay('record', id, '--json');
    expect(JSON.parse(terminal.stdout.text)).toEqual(record);
  });

  it('prints generation, tests and decision of each attempt on a terminal', async () => {
    terminal.makeInteractive();
    terminal.env['NO_COLOR'] = '1';
    await assay('record', id);
    const text = terminal.stdout.text;
    expect(text).toContain('How many orders were placed this month?');
    expect(text).toContain('2 candidates · 1 valid · 1 distinct · 2 tests');
    expect(text).toContain('  SQL #1  1 of 2, 50 %');
    expect(text).toContain('not valid: SELECT pg_sleep(60)');
    expect(text).toContain('ADVANCED because no SQL passed');
    expect(text).toContain('★ SQL #1  2 of 2, 100 %');
    expect(text).toContain('    evaluator: SQL #1: OK, KO - not sure');
    expect(text).toContain('    supervisor: SQL #1: OK, OK');
    expect(text).toContain('case C, after review case A: the only SQL passes every test');
  });

  it('lists the calls, or shows one whole', async () => {
    terminal.makeInteractive();
    await assay('record', id, '--calls');
    expect(terminal.stdout.text).toMatch(/generator +answered +sample-model +100 +20 +300 +stop/);
    terminal.stdout.text = '';
    expect(await assay('record', id, '--calls', call)).toBe(0);
    expect(JSON.parse(terminal.stdout.text)).toMatchObject({ id: call, request: { messages: [] } });
  });

  it('distinguishes a malformed call id from an unknown one', async () => {
    expect(await assay('record', id, '--calls', 'x')).toBe(1);
    expect(terminal.stderr.text).toContain('It is not an id');
    expect(sent()).toEqual([]);
  });
});

describe('assay like, cancel, replay', () => {
  it('says whether the gold SQL is new', async () => {
    fake.on('POST /v1/questions/:id/like', { status: 201, body: { id: call } }, { status: 200, body: { id: call } });
    await assay('like', id);
    await assay('like', id);
    expect(terminal.stdout.text).toBe(`Kept as gold SQL ${call}.\nIt was liked before: gold SQL ${call}.\n`);
  });

  it('says that a gold SQL contradicts others, however it was added', async () => {
    const contradicts = [id, call];
    fake.on('POST /v1/questions/:id/like', { status: 201, body: { id: call, contradicts } });
    fake.on('POST /v1/questions/:id/correct', { status: 201, body: { goldSql: call, contradicts } });
    await assay('like', id);
    await assay('correct', id, '--sql', 'SELECT 2');
    const sentence = 'It contradicts 2 other gold SQLs of the same question. The newest answers; remove what is wrong.';
    const lines = [`Kept as gold SQL ${call}.`, sentence];
    expect(terminal.stdout.text.trim().split('\n')).toEqual([...lines, ...lines]);
  });

  it('says why there is nothing to like', async () => {
    fake.on('POST /v1/questions/:id/like', { status: 409, body: { code: 'NO_WINNER', detail: 'No SQL won.' } });
    expect(await assay('like', id)).toBe(1);
    expect(terminal.stderr.text).toBe('error: No SQL won. (NO_WINNER)\n');
  });

  it('corrects an answer by SQL or in words', async () => {
    const kept = { id: call, sql: 'SELECT 2', comment: null, goldSql: call };
    fake.on('POST /v1/questions/:id/correct', { status: 201, body: kept }, { status: 201, body: { goldSql: null } });
    expect(await assay('correct', id, '--sql', 'SELECT 2')).toBe(0);
    expect(await assay('correct', id, '--comment', 'wrong month')).toBe(0);
    expect(terminal.stdout.text).toBe(`Kept as gold SQL ${call}.\nKept as a comment.\n`);
    expect(fake.requests.map(({ body }) => body)).toEqual([{ sql: 'SELECT 2' }, { comment: 'wrong month' }]);
    expect(await assay('correct', id)).toBe(1);
    expect(terminal.stderr.text).toContain('Say what is wrong');
  });

  it('saves under a name, and finds what is saved', async () => {
    fake.on('PATCH /v1/questions/:id', { body: { name: 'weekly' } }, { body: { name: null } });
    await assay('save', id, 'weekly');
    await assay('save', id);
    expect(terminal.stdout.text).toBe('Saved as weekly.\nIt has no name any more.\n');
    expect(fake.requests.map(({ body }) => body)).toEqual([{ name: 'weekly' }, { name: null }]);
    const item = { id, status: 'GOLD', name: 'weekly', question: 'How many orders?' };
    fake.on('GET /v1/questions', { body: { items: [item], nextCursor: null } });
    expect(await assay('questions', '--saved', '--search', 'order week')).toBe(0);
    expect(Object.fromEntries(fake.requests.at(-1)?.query ?? [])).toEqual({ saved: 'true', search: 'order week' });
    expect(terminal.stdout.text).toMatch(/GOLD +weekly +How many orders\?/);
    fake.on('GET /v1/questions', { body: { items: [item], nextCursor: null } });
    expect(await assay('questions', '--follows', call)).toBe(0);
    expect(String(fake.requests.at(-1)?.query)).toBe(`follows=${call}`);
  });

  it('lists the questions of one status, and names the statuses for a wrong one', async () => {
    fake.on('GET /v1/questions', { body: { items: [], nextCursor: null } });
    expect(await assay('questions', '--status', 'gold')).toBe(0);
    expect(String(fake.requests.at(-1)?.query)).toBe('status=GOLD');
    expect(terminal.stdout.text).toBe('There are none.\n');
    expect(await assay('questions', '--status', 'DONE')).toBe(1);
    expect(terminal.stderr.text).toContain('Expected one of QUEUED, RUNNING, GOLD, SILVER, FAILED, ERROR, CANCELLED.');
    expect(fake.requests).toHaveLength(1);
  });

  it('prints a chart, or that there is none', async () => {
    fake.on(
      'GET /v1/questions/:id/chart',
      { body: { mark: 'bar' } },
      { status: 204, body: '', headers: { 'x-assay-no-chart': 'there%20are%20fewer%20than%20two%20rows' } },
    );
    await assay('chart', id);
    expect(JSON.parse(terminal.stdout.text)).toEqual({ mark: 'bar' });
    await assay('chart', id);
    expect(terminal.stdout.text).toContain('There is no chart: there are fewer than two rows.');
  });

  it('cancels', async () => {
    fake.on('POST /v1/questions/:id/cancel', { status: 202, body: {} });
    expect(await assay('cancel', id)).toBe(0);
    expect(sent()).toEqual([`POST /v1/questions/${id}/cancel`]);
  });

  it('says of a replay which calls it could not read again', async () => {
    fake.on('POST /v1/questions/:id/replay', {
      body: { question: id, identical: true, differences: [], callsNotKept: 2 },
    });
    expect(await assay('replay', id)).toBe(0);
    expect(terminal.stdout.text).toBe('Nothing differs.\n2 calls not read again: the answers are not kept.\n');
  });

  it('ends a replay with 0 where nothing differs, else with 1 and what does', async () => {
    const difference = { kind: 'decision', at: 'attempt 1, case', recorded: 'B', replayed: { case: 'A' } };
    fake.on(
      'POST /v1/questions/:id/replay',
      { body: { question: id, identical: true, differences: [] } },
      { body: { question: id, identical: false, differences: [difference] } },
    );
    expect(await assay('replay', id)).toBe(0);
    expect(terminal.stdout.text).toBe('Nothing differs.\n');
    expect(await assay('replay', id)).toBe(1);
    expect(terminal.stdout.text).toContain('decision at attempt 1, case\n  recorded  B\n  replayed  {"case":"A"}\n');
  });
});

describe('assay workspaces', () => {
  const workspace = {
    id: sampleId(2),
    name: 'shop',
    dialect: 'postgres',
    directives: 'Amounts are in cents.',
    evidence: ['A month is a calendar month.'],
    settings: { ...DEFAULT_SETTINGS, allowSilver: false },
    privileges: { superuser: false, canWrite: false, findings: [] },
    createdAt: '2026-03-01T10:00:00.000Z',
  };
  const created = { status: 201, body: workspace };

  beforeEach(() => {
    fake.on('GET /v1/workspaces', (request) =>
      request.query.get('cursor') === null
        ? { body: { items: [{ ...workspace, id: sampleId(3), name: 'farm' }], nextCursor: 'more' } }
        : { body: { items: [workspace], nextCursor: null } },
    );
    fake.on('GET /v1/workspaces/:id', { body: workspace });
    fake.on('DELETE /v1/workspaces/:id', { status: 204 });
  });

  it('lists all of them, over pages', async () => {
    expect(await assay('workspaces')).toBe(0);
    expect(terminal.stdout.text).toMatch(/farm +postgres +\S+3\nshop +postgres +\S+2\n$/);
    terminal.stdout.text = '';
    await assay('workspaces', 'list', '--json');
    expect(JSON.parse(terminal.stdout.text)).toHaveLength(2);
  });

  it('adds one, with the dialect of its url', async () => {
    fake.on('POST /v1/workspaces', created);
    const url = 'postgresql://reader:pw@db/shop';
    expect(
      await assay('workspaces', 'add', 'shop', '--url', url, '--accept-privileged', '--set', 'allowSilver=true'),
    ).toBe(0);
    expect(fake.requests[0]?.body).toEqual({
      name: 'shop',
      database: { dialect: 'postgres', url, acceptPrivileged: true },
      settings: { allowSilver: true },
    });
    expect(terminal.stdout.text).toContain('may only read');
    expect(terminal.stdout.text).not.toContain('pw');
  });

  it('names its own option where the role of the url may do too much', async () => {
    const detail = 'Use a role that may only read, or accept this role.';
    fake.on('POST /v1/workspaces', { status: 422, body: { code: 'ROLE_TOO_POWERFUL', detail } });
    expect(await assay('workspaces', 'add', 'shop', '--url', 'postgres://root@db/shop')).toBe(1);
    expect(terminal.stderr.text).toContain('or accept it with --accept-privileged. (ROLE_TOO_POWERFUL)');
    const reaching = 'Revoke its rights to these, or name each in accept.';
    fake.on('POST /v1/workspaces', { status: 422, body: { code: 'ROLE_TOO_POWERFUL', detail: reaching } });
    expect(await assay('workspaces', 'add', 'shop', '--url', 'postgres://reader@db/shop')).toBe(1);
    expect(terminal.stderr.text).toContain('name each in --accept. (ROLE_TOO_POWERFUL)');
  });

  it('reads the url from standard input for -', async () => {
    fake.on('POST /v1/workspaces', created);
    terminal.input = 'sqlite:///data/shop.sqlite\n';
    await assay('workspaces', 'add', 'shop', '--url', '-');
    expect(fake.requests[0]?.body).toMatchObject({
      database: { dialect: 'sqlite', url: 'sqlite:///data/shop.sqlite' },
    });
  });

  it('asks for the dialect if the url does not show it', async () => {
    expect(await assay('workspaces', 'add', 'shop', '--url', 'jdbc:thing')).toBe(1);
    expect(terminal.stderr.text).toContain('--dialect');
    fake.on('POST /v1/workspaces', created);
    expect(await assay('workspaces', 'add', 'shop', '--url', 'jdbc:thing', '--dialect', 'Oracle')).toBe(0);
    expect(fake.requests[0]?.body).toMatchObject({ database: { dialect: 'oracle' } });
  });

  it('shows one by name, with what differs from the defaults', async () => {
    expect(await assay('workspaces', 'show', 'shop')).toBe(0);
    expect(terminal.stdout.text).toMatch(/directives +Amounts are in cents\.\nevidence +A month is a calendar month\./);
    expect(terminal.stdout.text).toMatch(/allowSilver +false\n$/);
    expect(terminal.stdout.text).not.toContain('sqlCandidates');
  });

  it('shows one by id without going through the list', async () => {
    await assay('workspaces', 'show', workspace.id, '--json');
    expect(sent()).toEqual([`GET /v1/workspaces/${workspace.id}`]);
    expect(JSON.parse(terminal.stdout.text)).toEqual(workspace);
  });

  it('names the workspaces there are where a name is wrong', async () => {
    expect(await assay('workspaces', 'show', 'shoop')).toBe(1);
    expect(terminal.stderr.text).toBe('error: There is no workspace "shoop". There are: farm, shop.\n');
  });

  it('shows the schema as the agents see it', async () => {
    fake.on('GET /v1/workspaces/:id/schema', { body: { hash: 'h', mSchema: '# Table: orders\n[]\n', schema: {} } });
    await assay('workspaces', 'schema', 'shop');
    expect(terminal.stdout.text).toBe('# Table: orders\n[]\n');
  });

  it('lists every open comment, page by page, and nothing that a terminal obeys', async () => {
    const comment = { id: call, comment: 'wrong \u001b[31mmonth', question: id, asked: 'How many orders?' };
    fake.on('GET /v1/workspaces/:id/comments', ({ query }) => ({
      body: { items: [comment], nextCursor: query.get('cursor') === null ? 'more' : null },
    }));
    expect(await assay('workspaces', 'comments', 'shop')).toBe(0);
    expect(terminal.stdout.text).toMatch(new RegExp(`${id} +wrong .*month +How many orders\\?`));
    expect(terminal.stdout.text).not.toContain('\u001b');
    expect(terminal.stdout.text.split(id)).toHaveLength(3);
    fake.on('GET /v1/workspaces/:id/comments', { body: { items: [], nextCursor: null } });
    expect(await assay('workspaces', 'comments', 'shop')).toBe(0);
    expect(terminal.stdout.text).toContain('There are none.');
  });

  it.each([
    [null, 1, 'Not a terminal', 0],
    [false, 0, '', 0],
    [true, 0, '', 1],
  ])('removes one only after confirmation (%s)', async (consent, code, message, removals) => {
    terminal.consent = consent;
    expect(await assay('workspaces', 'remove', 'shop')).toBe(code);
    expect(terminal.questions).toEqual(['Remove shop with all its questions?']);
    expect(terminal.stderr.text).toContain(message);
    expect(fake.requestsTo('DELETE /v1/workspaces/:id')).toHaveLength(removals);
  });

  it('removes without asking for --yes', async () => {
    expect(await assay('workspaces', 'remove', 'shop', '--yes')).toBe(0);
    expect(terminal.questions).toEqual([]);
    expect(terminal.stdout.text).toBe('Removed shop.\n');
  });
});

describe('assay migrate', () => {
  it('names what it ran', async () => {
    terminal.env['DATABASE_URL'] = 'postgres://assay@db/assay';
    migrate.mockResolvedValueOnce(['First1', 'Second2']).mockResolvedValueOnce([]);
    expect(await assay('migrate')).toBe(0);
    expect(await assay('migrate')).toBe(0);
    expect(migrate).toHaveBeenCalledWith('postgres://assay@db/assay');
    expect(terminal.stdout.text).toBe('First1\nSecond2\n2 migrations run.\nUp to date.\n');
  });

  it('exports workspaces to a file for its owner alone, overwrites none, and imports what a file holds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
    const file = join(folder, 'workspaces.jsonl');
    terminal.env['DATABASE_URL'] = 'postgres://assay@db/assay';
    migrate.mockResolvedValueOnce([]);
    try {
      expect(await assay('migrate', '--export', file)).toBe(0);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await assay('migrate', '--export', file)).toBe(1);
      expect(terminal.stderr.text).toContain('EEXIST');
      expect(await assay('migrate', '--import', file)).toBe(0);
      expect(imported).toEqual([exportedRow, { table: 'gold_sqls', row: { sql: 'select 1' } }]);
      expect(terminal.stdout.text).toContain('Imported 1 workspace.');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says which variable is missing, and why migrations did not run', async () => {
    expect(await assay('migrate')).toBe(1);
    expect(terminal.stderr.text).toContain('DATABASE_URL is not set');
    terminal.env['DATABASE_URL'] = 'postgres://assay@db/assay';
    const refused = new Error('connect ECONNREFUSED 10.0.0.1:5432');
    migrate.mockRejectedValueOnce(new AggregateError([refused]));
    expect(await assay('migrate')).toBe(1);
    expect(terminal.stderr.text).toContain('The migrations did not run: connect ECONNREFUSED');
  });
});

describe('assay', () => {
  it('shows its help on standard output, and succeeds', async () => {
    expect(await assay('--help')).toBe(0);
    expect(terminal.stdout.text).toContain('ASSAY_URL');
    expect(terminal.stderr.text).toBe('');
  });

  it('refuses an ASSAY_URL that is none', async () => {
    terminal.env['ASSAY_URL'] = 'localhost:3000';
    expect(await assay('workspaces')).toBe(1);
    terminal.env['ASSAY_URL'] = 'postgres://me:secret@db/shop?sslpassword=secret';
    expect(await assay('workspaces')).toBe(1);
    expect(terminal.stderr.text).toBe(
      'error: ASSAY_URL: localhost:3000 is not an http(s) URL\n' +
        'error: ASSAY_URL: postgres://***@db/shop?sslpassword=*** is not an http(s) URL\n',
    );
  });
});
