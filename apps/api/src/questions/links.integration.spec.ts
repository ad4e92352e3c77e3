import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CreatedApiKey, Id, LinkView } from '@assay/contracts';
import { CONFIG, encryptSecret, type Config } from '@assay/runtime';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANSWER_MODELS } from '../openapi/models.js';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';

const KEY = 'the-admin-key-of-this-test';
const bearer = (key: string): { headers: Record<string, string> } => ({ headers: { authorization: `Bearer ${key}` } });
const FRAME = 'https://app.example';
/** In its last character, of which four bits count. */
const altered = (path: string): string => path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A');

describe('a link to an answer', () => {
  let folder: string;
  let api: ApiFixture;
  let workspace: Id;
  let question: Id;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-links-'));
    await writeFile(join(folder, 'index.html'), '<title>the page</title>');
    api = await ApiFixture.start({ ASSAY_API_KEYS: KEY }, { page: folder });
  });
  afterAll(async () => {
    await api.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    ({ workspace, question } = await answered({ links: { frames: [FRAME] } }));
  });

  const as = <Body>(key: string, route: string, body?: object): Promise<Answer<Body>> =>
    api.call<Body>(route, { ...bearer(key), ...(body && { body }) });
  async function answered(settings: object): Promise<{ workspace: Id; question: Id }> {
    const database = { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' };
    const name = `shop ${process.hrtime.bigint()}`;
    const made = await as<{ id: Id }>(KEY, 'POST /v1/workspaces', { name, database, settings });
    const body = { workspace: made.body.id, question: 'How many orders?' };
    const asked = await as<{ id: Id }>(KEY, 'POST /v1/questions', body);
    await api.finish(asked.body.id, 'GOLD', 'select 1');
    return { workspace: made.body.id, question: asked.body.id };
  }
  const link = (of = question, body: object = {}): Promise<Answer<LinkView & { code?: string }>> =>
    as(KEY, `POST /v1/questions/${of}/links`, body);
  const frames = async (path: string): Promise<unknown[]> => {
    const { headers } = await api.call(`GET ${path}`, { headers: { accept: 'text/html' } });
    const [, ancestors] = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return [ancestors, headers.get('x-frame-options')];
  };
  const set = (settings: object): Promise<object[]> =>
    api.work.database.query(
      { name: 'test_set', text: 'update assay.workspaces set settings = settings || $2::jsonb where id = $1' },
      [workspace, JSON.stringify(settings)],
    );

  it('shows the answer and its rows without a key, and is in the audit trail', async () => {
    const made = await link(question, { hours: 2 });
    expect([made.status, ANSWER_MODELS.Link.safeParse(made.body).success]).toEqual([201, true]);
    expect(Date.parse(made.body.expiresAt) - Date.now()).toBeGreaterThan(7_000_000);
    const { status, body } = await api.call(`GET ${made.body.path}/answer`);
    expect([status, ANSWER_MODELS.LinkedAnswer.parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({ question: 'How many orders?', status: 'GOLD', sql: 'select 1' });
    expect((body as { rows: { rows: unknown[] } }).rows.rows.length).toBeGreaterThan(0);
    expect((await as(KEY, 'GET /v1/audit')).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'question-linked', question, details: { expiresAt: made.body.expiresAt } }),
        expect.objectContaining({
          action: 'rows-read',
          question,
          workspace,
          actor: { id: 'link', name: null },
          address: expect.any(String),
          details: { link: true, by: expect.stringMatching(/^admin-/) },
        }),
      ]),
    });
  });

  it('says whether a person approved the answer', async () => {
    const { path } = (await link()).body;
    expect((await api.call(`GET ${path}/answer`)).body).toMatchObject({ approved: false });
    const text = `insert into assay.attempts (run_id, ordinal, level, decisions)
      values ($1, 1, 'BASIC', '{"selection": {"by": "known", "finalists": []}}')`;
    await api.work.database.query({ name: 'test_known', text }, [question]);
    expect((await api.call(`GET ${path}/answer`)).body).toMatchObject({ approved: true });
  });

  it('says nothing of the verdict on rows that a person replaced', async () => {
    const { path } = (await link()).body;
    const text = 'update assay.questions set confidence = 0.4, summary = $2 where run_id = $1';
    await api.work.database.query({ name: 'test_verdict', text }, [question, 'Counts.']);
    const read = (): Promise<unknown> => api.call(`GET ${path}/answer`);
    expect(await read()).toMatchObject({ body: { confidence: 0.4, sql: 'select 1' } });
    await as(KEY, `POST /v1/questions/${question}/correct`, { sql: 'select 2' });
    const verdict = { confidence: null, contested: null, summary: null };
    expect(await read()).toMatchObject({ body: { ...verdict, sql: 'select 2', rows: { corrected: true } } });
  });

  it('may be framed by the origins of its workspace, and by no other page', async () => {
    const { path } = (await link()).body;
    expect(await frames(path)).toEqual([FRAME, null]);
    expect(await frames(altered(path))).toEqual(["'none'", null]);
    const other = await answered({ links: {} });
    expect(await frames((await link(other.question)).body.path)).toEqual(["'none'", null]);
    expect(await frames('/history')).toEqual(["'self'", 'SAMEORIGIN']);
  });

  it('ends with its hours, its setting and its question, and cannot be changed', async () => {
    const { path } = (await link()).body;
    const read = (at: string): Promise<{ status: number; code: string }> => api.problem(`GET ${at}/answer`);
    const { secretKey } = api.service.app.get<Config>(CONFIG);
    const times = { madeAt: new Date(0).toISOString(), expiresAt: new Date(Date.now() - 1).toISOString() };
    const sealed = JSON.stringify({ question, ...times, by: { owner: 'anybody' } });
    const ended = encryptSecret(sealed, secretKey as Buffer, 'link');
    expect(await read(`/links/${ended}`)).toMatchObject({ status: 410, code: 'LINK_EXPIRED' });
    expect(await frames(`/links/${ended}`)).toEqual([FRAME, null]);
    for (const token of [altered(path), '/links/v1.0.0', encryptSecret('x', secretKey as Buffer)]) {
      const at = token.startsWith('/') ? token : `/links/${token}`;
      expect(await read(at)).toMatchObject({ status: 404, code: 'LINK_NOT_FOUND' });
    }
    await set({ links: null });
    expect(await read(path)).toMatchObject({ status: 409, code: 'LINKS_OFF' });
    expect((await link()).body.code).toBe('LINKS_OFF');
    await set({ links: {} });
    await as(KEY, `DELETE /v1/workspaces/${workspace}`);
    expect((await read(path)).status).toBe(404);
  });

  it('ends by request, also where the process that made it has a clock ahead', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const { path } = (await link()).body;
    clock.mockRestore();
    expect((await as(KEY, `DELETE /v1/questions/${question}/links`)).status).toBe(204);
    expect((await api.problem(`GET ${path}/answer`)).code).toBe('LINK_EXPIRED');
  });

  it('ends with the key that made it, and by request', async () => {
    const key = { name: 'one', workspaces: [workspace] };
    const made = (await as<CreatedApiKey>(KEY, 'POST /v1/api-keys', key)).body;
    const { path } = (await as<LinkView>(made.key, `POST /v1/questions/${question}/links`, {})).body;
    const { path: ofAdmin } = (await link()).body;
    const read = async (at: string): Promise<unknown> =>
      (await api.call<{ code?: string; question?: string }>(`GET ${at}/answer`)).body.code ?? 200;
    expect([await read(path), await read(ofAdmin)]).toEqual([200, 200]);
    await as(KEY, `DELETE /v1/api-keys/${made.id}`);
    expect([await read(path), await read(ofAdmin)]).toEqual(['LINK_EXPIRED', 200]);
    expect((await as(KEY, `DELETE /v1/questions/${question}/links`)).status).toBe(204);
    expect([await read(ofAdmin), await read((await link()).body.path)]).toEqual(['LINK_EXPIRED', 200]);
    expect((await as(KEY, 'GET /v1/audit?limit=10')).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'question-unlinked', question }),
        expect.objectContaining({ action: 'rows-read', details: { link: true, by: made.id } }),
      ]),
    });
  });

  it('is refused where people see different rows, also when that is set later', async () => {
    const { path } = (await link()).body;
    await set({ asker: { mode: 'variables', claims: {} } });
    expect(await api.problem(`GET ${path}/answer`)).toMatchObject({ status: 403, code: 'NOT_THE_ASKER' });
    expect(await frames(path)).toEqual(["'none'", null]);
    expect((await link()).body.code).toBe('NOT_THE_ASKER');
  });

  it('is made only by callers who may read the rows, and opens nothing else', async () => {
    const other = await answered({ links: {} });
    const made = await as<CreatedApiKey>(KEY, 'POST /v1/api-keys', { name: 'one', workspaces: [other.workspace] });
    const { status } = await as(made.body.key, `POST /v1/questions/${question}/links`, {});
    expect(status).toBe(404);
    const { path } = (await link()).body;
    const token = path.slice('/links/'.length);
    expect((await as(token, `GET /v1/questions/${question}`)).status).toBe(401);
    for (const route of [`POST ${path}/answer`, `DELETE ${path}`, `GET ${path}/answer/record`])
      expect((await api.call(route)).status).toBe(404);
    for (const hours of [0, 169, 1.5]) expect((await link(question, { hours })).status).toBe(422);
    const asked = { workspace, question: 'q', settings: { links: { frames: ['https://evil.example'] } } };
    expect((await as(KEY, 'POST /v1/questions', asked)).status).toBe(422);
  });
});
