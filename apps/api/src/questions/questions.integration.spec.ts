import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consume } from '@assay/work/messaging/testing';
import { newId, type EscalationRecord, type Id, type Page, type QuestionView } from '@assay/contracts';
import { writeModelSettings } from '@assay/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFixture } from '../testing/api-fixture.js';

describe('questions over HTTP', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    api = await ApiFixture.start();
    workspace = await api.workspace({}, 'Shop');
  });
  afterAll(() => api.stop());

  it('takes a question, by id or name of the workspace, and says where it can be followed', async () => {
    const asked = await api.call<{ id: Id }>('POST /v1/questions', {
      body: {
        workspace: 'shop',
        question: 'How many orders?',
        evidence: ['cancelled orders count'],
        level: 'ADVANCED',
      },
    });
    expect(asked.status).toBe(202);
    const self = `/v1/questions/${asked.body.id}`;
    expect(asked.body).toMatchObject({ status: 'QUEUED', links: { self, events: `${self}/events` } });
    expect(asked.headers.get('location')).toBe(self);
    const view = await api.call<QuestionView>(`GET ${self}`);
    expect(view.body).toEqual({
      id: asked.body.id,
      workspace,
      question: 'How many orders?',
      requestedLevel: 'ADVANCED',
      level: 'ADVANCED',
      status: 'QUEUED',
      case: null,
      result: null,
      confidence: null,
      usage: {
        modelCalls: 0,
        replayedCalls: 0,
        inputTokens: 0,
        outputTokens: 0,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        costUsd: 0,
      },
      error: null,
      summary: null,
      refusals: [],
      nextSteps: [],
      name: null,
      follows: null,
      continues: null,
      liked: false,
      corrected: false,
      contested: null,
      mostLikely: null,
      readings: [],
      openPoints: [],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      finishedAt: null,
    });
  });

  it('publishes the question to the coordinators', async () => {
    const taken: string[] = [];
    const consumer = consume(api.work.messaging, 'coordinator', async (job) => void taken.push(job.payload.run), {
      concurrency: 1,
    });
    const question = await api.ask(workspace);
    while (!taken.includes(question)) await sleep(10);
    await consumer.drain();
  });

  it('keeps the settings that it was asked with, and a seed of its own', async () => {
    const question = await api.ask(workspace, { settings: { sqlCandidates: 3, maxRows: 10 } });
    const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
    expect(body.settings).toMatchObject({ sqlCandidates: 3, maxRows: 10, testBatches: 5, sendRows: true });
    expect(body.seed).toBeGreaterThanOrEqual(0);
    expect(body).toMatchObject({ attempts: [], calls: [], schemaHash: null, stopReason: null });
    expect(body.events).toMatchObject([{ sequence: 1, type: 'question-accepted' }]);
    const seeded = await api.ask(workspace, { settings: { seed: 7 } });
    expect((await api.call<EscalationRecord>(`GET /v1/questions/${seeded}/record`)).body.seed).toBe(7);
  });

  it('records the current models with a question that a gold SQL answers', async () => {
    const known = 'How many are known?';
    await api.call(`POST /v1/workspaces/${workspace}/gold-sqls`, { body: { question: known, sql: 'select 1' } });
    await writeModelSettings(api.work.database, { models: { EXPERT: 'big' } });
    const id = await api.ask(workspace, { question: known });
    const [row] = await api.work.database.query(
      { name: 'test_known_models', text: 'select known, models from assay.questions where run_id = $1' },
      [id],
    );
    expect(row).toEqual({
      known: expect.any(String),
      models: expect.objectContaining({ 'generator EXPERT': 'big' }),
    });
  });

  const question = 'Which?';
  it.each<[string, object | string, number, string[]]>([
    ['text that is not JSON', '{"workspace":', 400, []],
    ['nothing at all', '', 400, []],
    ['a list', [], 422, ['body']],
    ['null', 'null', 422, ['body']],
    ['an empty object', {}, 422, ['workspace', 'question']],
    ['a number for the question', { workspace: 'shop', question: 7 }, 422, ['question']],
    ['an empty question', { workspace: 'shop', question: '' }, 422, ['question']],
    ['a blank question', { workspace: 'shop', question: ' \n' }, 422, ['question']],
    ['a question of 8001 characters', { workspace: 'shop', question: 'é'.repeat(8001) }, 422, ['question']],
    ['an unknown level', { workspace: 'shop', question, level: 'MASTER' }, 422, ['level']],
    ['an unknown field', { workspace: 'shop', question, levle: 'BASIC' }, 422, ['levle']],
    ['evidence that is no list', { workspace: 'shop', question, evidence: 'x' }, 422, ['evidence']],
    ['evidence of numbers', { workspace: 'shop', question, evidence: ['a', 1] }, 422, ['evidence.1']],
    ['a reply queue of ours', { workspace: 'shop', question, replyTo: 'generator' }, 422, ['replyTo']],
    ['a reply queue with capitals', { workspace: 'shop', question, replyTo: 'replies-A' }, 422, ['replyTo']],
    ['an unknown setting', { workspace: 'shop', question, settings: { rows: 1 } }, 422, ['settings.rows']],
    [
      'settings out of bounds',
      { workspace: 'shop', question, settings: { sqlCandidates: 51, candidateRetries: -1, passThreshold: 101 } },
      422,
      ['settings.sqlCandidates', 'settings.passThreshold', 'settings.candidateRetries'],
    ],
    ['looser limits', { workspace: 'shop', question, settings: { maxRows: 1001 } }, 422, ['settings.maxRows']],
    [
      'a confidence below that of the workspace',
      { workspace: 'shop', question, settings: { goldConfidence: 0.5 } },
      422,
      ['settings.goldConfidence'],
    ],
    [
      'a level above its own maximum',
      { workspace: 'shop', question, level: 'EXPERT', settings: { maxLevel: 'ADVANCED' } },
      422,
      ['level'],
    ],
    ['a workspace that is not there', { workspace: 'nowhere', question }, 404, []],
    ['an id of no workspace', { workspace: newId(), question }, 404, []],
  ])('refuses %s', async (_name, body, status, fields) => {
    const ask = typeof body === 'string' ? { text: body, headers: { 'content-type': 'application/json' } } : { body };
    const problem = await api.problem('POST /v1/questions', ask);
    expect({ status: problem.status, fields: problem.fields.sort() }).toEqual({ status, fields: [...fields].sort() });
  });

  it('says of every refused field what is expected of it', async () => {
    const { body } = await api.call('POST /v1/questions', { body: { settings: { sqlCandidates: 0 } } });
    expect(body).toMatchObject({
      title: 'Unprocessable Entity',
      code: 'VALIDATION_FAILED',
      errors: [
        { field: 'workspace', message: 'is required' },
        { field: 'question', message: 'is required' },
        { field: 'settings.sqlCandidates', message: 'expected number to be >=1' },
      ],
    });
  });

  it('takes 8000 characters, however many bytes they have', async () => {
    const asked = await api.call('POST /v1/questions', { body: { workspace, question: '𝄞'.repeat(8000) } });
    expect(asked.status).toBe(202);
  });

  it('refuses bodies over 256 kB, and bodies that are not sent as JSON', async () => {
    const big = { workspace, question, evidence: ['x'.repeat(256 * 1024)] };
    expect(await api.problem('POST /v1/questions', { body: big })).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      for (const text of ['{}', 'How many?', 'question=How+many%3F']) {
        const sent = { text, headers: { 'content-type': type } };
        expect(await api.problem('POST /v1/questions', sent)).toMatchObject({ status: 415, code: 'NOT_JSON' });
      }
    }
  });

  it.each(['br', 'gzip', 'deflate'])('refuses a body whose %s cannot be decompressed', async (encoding) => {
    const sent = { text: 'neither compressed nor JSON', headers: { 'content-encoding': encoding } };
    expect(await api.problem('POST /v1/questions', sent)).toMatchObject({ status: 400, code: 'BODY_NOT_JSON' });
  });

  it('refuses nesting of any depth', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"workspace": "shop", "question": "q", "evidence": ${deep}, "more": 1}`;
    expect(await api.problem('POST /v1/questions', { text })).toMatchObject({ status: 422 });
    expect(await api.problem('POST /v1/questions', { text: deep })).toMatchObject({ status: 422, fields: ['body'] });
    expect(await api.problem('POST /v1/api-keys', { text: `{"name":${deep}}` })).toMatchObject({ status: 422 });
  });

  it('keeps text that Postgres cannot hold from breaking anything', async () => {
    const asked = await api.ask(workspace, { question: 'nul \0 and \ud800', evidence: ['\0'] });
    const { body } = await api.call<QuestionView>(`GET /v1/questions/${asked}`);
    expect(body.question).toBe('nul \ufffd and \ufffd');
  });

  it('tightens what the workspace allows, but never loosens it', async () => {
    const strict = await api.workspace({ sendRows: false, maxTokens: 1000, allowSilver: true, maxLevel: 'ADVANCED' });
    const loose = { sendRows: true, maxTokens: 2000, maxLevel: 'EXPERT' };
    const body = { workspace: strict, question, settings: loose };
    expect((await api.problem('POST /v1/questions', { body })).fields.sort()).toEqual([
      'settings.maxLevel',
      'settings.maxTokens',
      'settings.sendRows',
    ]);
    const bounded = await api.workspace({ allowSilver: false, statementTimeoutMs: 5000, maxRows: 100, maxCostUsd: 50 });
    const looser = { allowSilver: true, statementTimeoutMs: 5001, maxRows: 101, maxCostUsd: 51, maxTokens: null };
    const refused = await api.problem('POST /v1/questions', {
      body: { workspace: bounded, question, settings: looser },
    });
    expect(refused.fields.sort()).toEqual(
      ['allowSilver', 'maxCostUsd', 'maxRows', 'statementTimeoutMs'].map((setting) => `settings.${setting}`),
    );
    const lifted = { workspace: strict, question, settings: { maxTokens: null } };
    expect((await api.problem('POST /v1/questions', { body: lifted })).fields).toEqual(['settings.maxTokens']);
    const asked = await api.ask(strict, { settings: { allowSilver: false, maxTokens: 10, passThreshold: 50 } });
    const { body: record } = await api.call<EscalationRecord>(`GET /v1/questions/${asked}/record`);
    expect(record.settings).toMatchObject({ sendRows: false, allowSilver: false, maxTokens: 10, passThreshold: 50 });
  });

  it('answers 404 as a problem for what is not there, whatever the id looks like', async () => {
    for (const id of [newId(), 'x', '%00', '../etc', '0198c1e0-0000-4000-8000-000000000000', '%E0%A4%A']) {
      for (const rest of ['', '/record', '/rows', '/events', `/calls/${newId()}`]) {
        expect(await api.problem(`GET /v1/questions/${id}${rest}`)).toMatchObject({ status: 404 });
      }
      for (const rest of ['/like', '/cancel']) {
        expect(await api.problem(`POST /v1/questions/${id}${rest}`)).toMatchObject({ status: 404 });
      }
    }
    expect(await api.problem('GET /v1/nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await api.problem('GET /v2')).toMatchObject({ status: 404 });
  });

  it('lists the newest first, page by page, filtered', async () => {
    const mine = await api.workspace();
    const ids: Id[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await api.ask(mine));
    await api.finish(ids[1] as Id, 'GOLD', 'select 1');
    const first = (await api.call<Page<QuestionView>>(`GET /v1/questions?workspace=${mine}&limit=3`)).body;
    expect(first.items.map((item) => item.id)).toEqual(ids.slice(0, 3));
    const next = `GET /v1/questions?workspace=${mine}&limit=3&cursor=${first.nextCursor}`;
    expect((await api.call<Page<QuestionView>>(next)).body).toMatchObject({
      items: ids.slice(3).map((id) => ({ id })),
      nextCursor: null,
    });
    const gold = (await api.call<Page<QuestionView>>(`GET /v1/questions?workspace=${mine}&status=GOLD`)).body;
    expect(gold.items.map((item) => item.id)).toEqual([ids[1]]);
    expect(await api.problem('GET /v1/questions?status=LOST')).toMatchObject({ status: 422, fields: ['status'] });
    expect(await api.problem('GET /v1/questions?cursor=abc')).toMatchObject({ status: 422, fields: ['cursor'] });
    expect(await api.problem('GET /v1/questions?limit=0')).toMatchObject({ status: 422, fields: ['limit'] });
    expect(await api.problem('GET /v1/questions?workspace=nobody')).toMatchObject({ status: 404 });
  });

  it('cancels once, and says when it is too late', async () => {
    const question = await api.ask(workspace);
    expect((await api.call(`POST /v1/questions/${question}/cancel`)).status).toBe(202);
    expect((await api.call(`POST /v1/questions/${question}/cancel`)).status).toBe(202);
    await api.finish(question, 'FAILED', null);
    expect(await api.problem(`POST /v1/questions/${question}/cancel`)).toMatchObject({
      status: 409,
      code: 'ALREADY_FINISHED',
    });
  });

  it('serves rows of a winner in pages, and none without one', async () => {
    const question = await api.ask(workspace, { settings: { maxRows: 2, statementTimeoutMs: 500 } });
    expect(await api.problem(`GET /v1/questions/${question}/rows`)).toMatchObject({ status: 409, code: 'NO_WINNER' });
    await api.finish(question, 'GOLD', 'select id from orders');
    const page = await api.call(`GET /v1/questions/${question}/rows?offset=1&limit=50`);
    expect(page.body).toEqual({
      columns: [{ name: 'id', type: 'int4' }],
      rows: [[2], [3]],
      rowCount: 3,
      truncated: false,
    });
    expect(api.sampler.requests.at(-1)?.request).toMatchObject({
      kind: 'rows',
      sql: 'select id from orders',
      offset: 1,
      limit: 2,
      limits: { statementTimeoutMs: 500, maxRows: 2 },
    });
    for (const query of ['offset=-1', 'offset=x', 'limit=0', 'limit=1.5']) {
      const field = query.split('=')[0];
      expect(await api.problem(`GET /v1/questions/${question}/rows?${query}`)).toMatchObject({
        status: 422,
        fields: [field],
      });
    }
    api.sampler.rows = { refusal: 'a view that may write' };
    expect(await api.problem(`GET /v1/questions/${question}/rows`)).toMatchObject({
      status: 409,
      code: 'WINNER_REFUSED',
    });
    api.sampler.rows = null;
  });

  it('exports all rows as CSV, by Accept or format, and says where they are cut', async () => {
    const whole = await api.ask(workspace, { question: '金额 / 2024?', settings: { maxRows: 1 } });
    const cut = await api.ask(workspace, { settings: { maxExportRows: 2 } });
    await Promise.all([whole, cut].map((question) => api.finish(question, 'GOLD', 'select id from orders')));
    const asCsv = { headers: { accept: 'text/csv' } };
    const answer = await api.call(`GET /v1/questions/${whole}/rows`, asCsv);
    expect(answer).toMatchObject({ status: 200, body: 'id\r\n1\r\n2\r\n3\r\n' });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="?? 2024.csv"; filename*=UTF-8''%E9%87%91%E9%A2%9D%202024.csv`,
    );
    expect(answer.headers.get('x-assay-truncated')).toBeNull();
    const marked = `/v1/questions/${whole}/rows?format=csv&bom=true`;
    expect(answer.headers.get('link')).toBe(`<${marked}>; rel="alternate"`);
    expect((await api.call(`GET ${marked}`)).headers.get('link')).toBeNull();
    const long = await api.ask(workspace, { question: `${'a'.repeat(79)}𠮷𠮷` });
    await api.finish(long, 'GOLD', 'select id from orders');
    const named = await api.call(`GET /v1/questions/${long}/rows`, asCsv);
    expect(named.headers.get('content-disposition')).toContain(`${'a'.repeat(79)}%F0%A0%AE%B7.csv`);
    const first = await api.call(`GET /v1/questions/${cut}/rows?format=csv`);
    expect(first).toMatchObject({ status: 200, body: 'id\r\n1\r\n2\r\n' });
    expect(first.headers.get('x-assay-truncated')).toBe('true');
    const json = await api.call(`GET /v1/questions/${cut}/rows?format=json`, asCsv);
    expect(json.body).toMatchObject({ rows: [[1], [2], [3]] });
    const running = await api.ask(workspace);
    expect(await api.problem(`GET /v1/questions/${running}/rows`, asCsv)).toMatchObject({ code: 'NO_WINNER' });
  });

  it('exports all rows of one execution, as rows of several may overlap', async () => {
    const question = await api.ask(workspace);
    await api.finish(question, 'GOLD', 'select id from orders');
    api.sampler.rowsHeld = 25_000;
    const before = api.sampler.requests.length;
    const { body } = await api.call(`GET /v1/questions/${question}/rows?format=csv`);
    api.sampler.rowsHeld = 3;
    expect(body).toBe(['id', ...Array.from({ length: 25_000 }, (_, index) => index + 1), ''].join('\r\n'));
    expect(api.sampler.requests.slice(before).map(({ request }) => request)).toMatchObject([
      { sql: 'select id from orders', limits: { maxRows: 100_000 } },
    ]);
  });

  it('likes a winner once', async () => {
    const question = await api.ask(workspace, { evidence: ['net of returns', 'in euros'] });
    expect(await api.problem(`POST /v1/questions/${question}/like`)).toMatchObject({ status: 409, code: 'NO_WINNER' });
    await api.finish(question, 'GOLD', 'select 2');
    const answers = await Promise.all([1, 2, 3].map(() => api.call<{ id: Id }>(`POST /v1/questions/${question}/like`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      question: 'How many orders?',
      sql: 'select 2',
      evidence: 'net of returns\nin euros',
    });
    const listed = await api.call<Page<{ id: Id }>>(`GET /v1/workspaces/${workspace}/gold-sqls`);
    expect(listed.body.items.map((item) => item.id)).toContain(answers[0]?.body.id);
  });

  describe('while work has been waiting for longer than half the deadline', () => {
    const body = { question, settings: { deadlineSeconds: 20 } };

    /** A task waits for 11 seconds during `check`. */
    async function withLateTask(of: Id | null, queue: string, check: () => Promise<void>): Promise<void> {
      const task = newId();
      const text = `insert into assay.tasks (id, workspace_id, queue, status, payload, ready_at, publish_at)
        values ($1, $2, $3, 'READY', '{}', now() - interval '11 seconds', now() + interval '1 hour')`;
      await api.work.database.query({ name: 'test_old_task', text }, [task, of, queue]);
      try {
        await check();
      } finally {
        await api.work.database.query({ name: 'test_forget', text: 'delete from assay.tasks where id = $1' }, [task]);
      }
    }

    it('refuses questions of the same workspace, but repeats what it took', async () => {
      const headers = { 'idempotency-key': 'before the flood' };
      const first = await api.call<{ id: Id }>('POST /v1/questions', { body: { ...body, workspace }, headers });
      await withLateTask(workspace, 'evaluator', async () => {
        const late = await api.call('POST /v1/questions', { body: { ...body, workspace } });
        expect(late).toMatchObject({ status: 429, body: { code: 'OVERLOADED' } });
        expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        const again = await api.call<{ id: Id }>('POST /v1/questions', { body: { ...body, workspace }, headers });
        expect(again.body.id).toBe(first.body.id);
        await api.ask(workspace, { settings: { deadlineSeconds: 600 } });
      });
    });

    it('takes questions that do not need the queue', async () => {
      const settings = { ...body.settings, bypassEvaluation: true };
      await withLateTask(workspace, 'evaluator', async () => void (await api.ask(workspace, { settings })));
    });

    it.each([
      ['a queue that few questions come to', () => workspace, 'supervisor'],
      ['another workspace', () => newId(), 'evaluator'],
      ['another product', () => null, 'story-evaluator'],
    ])('takes questions where the work is that of %s', async (_whose, of, queue) => {
      await withLateTask(of(), queue, async () => void (await api.ask(workspace, { settings: body.settings })));
    });
  });

  it('reads one call whole, with its blocks in place', async () => {
    const question = await api.ask(workspace);
    const [call, task] = [newId(), newId()];
    const [system, shared] = await Promise.all(
      ['You judge.', 'The schema.'].map((text) => api.work.blocks.store(workspace, text)),
    );
    const request = {
      system,
      parts: [shared, { text: ' The question.' }],
      tail: ' Again.',
      model: 'small',
      temperature: 0.2,
      contract: 'verdicts',
    };
    const answer = {
      content: '{"reasoning": "r", "verdicts": [{"test": 1, "verdict": "OK", "reason": ""}]}',
      toolCalls: [],
      refusal: null,
      finishReason: 'stop',
    };
    await api.work.database.query(
      {
        name: 'test_step',
        text: `insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, request, answer, raw, agent, model,
                                        prompt_hash, status, input_tokens, output_tokens, cost_usd, replays, superseded)
          values ($1, $2, $3, 1, 'model', 'h', $4, $6, $5, 'evaluator', 'small', 'p', 'answered', 10, 5, 0.25, 2, true)`,
      },
      [call, question, task, JSON.stringify(request), Buffer.from('{"choices":[]}'), JSON.stringify(answer)],
    );
    const detail = await api.call(`GET /v1/questions/${question}/calls/${call}`);
    expect(detail.body).toMatchObject({
      id: call,
      task,
      agent: 'evaluator',
      replayed: true,
      flags: ['superseded'],
      response: '{"choices":[]}',
      normalised: { reasoning: 'r', verdicts: [{ test: 1, verdict: 'OK', reason: '' }] },
      request: {
        model: 'small',
        temperature: 0.2,
        messages: [
          { role: 'system', content: 'You judge.' },
          { role: 'user', content: 'The schema. The question. Again.' },
        ],
      },
    });
    const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
    expect(body.calls.map((item) => item.id)).toEqual([call]);
    expect(body.usage).toEqual({
      modelCalls: 1,
      replayedCalls: 2,
      inputTokens: 10,
      outputTokens: 5,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      costUsd: 0.25,
    });
    const other = await api.ask(workspace);
    expect(await api.problem(`GET /v1/questions/${other}/calls/${call}`)).toMatchObject({ code: 'CALL_NOT_FOUND' });
  });
});
