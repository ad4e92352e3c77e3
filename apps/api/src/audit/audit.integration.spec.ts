import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type AuditEntryView, type CreatedApiKey, type GoldSqlView, type Id, type Page } from '@assay/contracts';
import { eraseAudit } from '@assay/persistence';
import { createHash } from 'node:crypto';
import { ApiFixture, type Answer, type Ask } from '../testing/api-fixture.js';

const ADMIN = 'the-admin-key-of-this-test';
const ADDRESS = '198.51.100.7';

describe('the audit trail', () => {
  let api: ApiFixture;
  let workspace: Id;
  let key: CreatedApiKey;

  const as = async <Body>(who: string, route: string, ask: Ask = {}): Promise<Answer<Body>> => {
    const headers = { ...ask.headers, authorization: `Bearer ${who}`, 'x-forwarded-for': ADDRESS };
    return api.call<Body>(route, { ...ask, headers });
  };
  const entries = async (query = ''): Promise<AuditEntryView[]> =>
    (await as<Page<AuditEntryView>>(ADMIN, `GET /v1/audit${query}`)).body.items;
  const execute = (text: string): Promise<object[]> =>
    api.work.database.query({ name: `test ${createHash('md5').update(text).digest('hex')}`, text });
  const makeWorkspace = async (name: string): Promise<Id> => {
    const body = { name, database: { dialect: 'postgres', url: 'postgres://reader:hunter2@db/shop' } };
    return (await as<{ id: Id }>(ADMIN, 'POST /v1/workspaces', { body })).body.id;
  };

  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_TRUSTED_PROXIES: '127.0.0.1' });
    workspace = await makeWorkspace('audited');
    const made = { name: 'backend', workspaces: [workspace] };
    key = (await as<CreatedApiKey>(ADMIN, 'POST /v1/api-keys', { body: made })).body;
  });
  afterAll(() => api.stop());

  it('records which key asked, read, liked and cancelled, when and from where', async () => {
    const startedAt = Date.now();
    const asked = { body: { workspace, question: 'How many?' } };
    const question = (await as<{ id: Id }>(key.key, 'POST /v1/questions', asked)).body.id;
    await api.finish(question, 'GOLD', 'select 1');
    expect((await as(key.key, `GET /v1/questions/${question}/rows`)).status).toBe(200);
    expect((await as(key.key, `GET /v1/questions/${question}/rows?format=csv`)).status).toBe(200);
    expect((await as(key.key, `GET /v1/questions/${question}/record`)).status).toBe(200);
    const liked = await as<GoldSqlView>(key.key, `POST /v1/questions/${question}/like`);
    const another = (await as<{ id: Id }>(key.key, 'POST /v1/questions', asked)).body.id;
    await as(key.key, `POST /v1/questions/${another}/cancel`);

    const reported = await entries(`?workspace=${workspace}`);
    const mine = reported.filter(({ actor }) => actor.id === key.id).reverse();
    expect(mine.map(({ action, question: of }) => [action, of])).toEqual([
      ['question-asked', question],
      ['rows-read', question],
      ['rows-exported', question],
      ['record-read', question],
      ['question-liked', question],
      ['question-asked', another],
      ['question-cancelled', another],
    ]);
    for (const entry of mine) {
      expect(entry).toMatchObject({ actor: { id: key.id, name: 'backend' }, address: ADDRESS, workspace });
      expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(startedAt);
      expect(Date.parse(entry.at)).toBeLessThanOrEqual(Date.now());
    }
    expect(mine[1]?.details).toEqual({ offset: 0, rowCount: expect.any(Number) });
    expect(mine[2]?.details).toEqual({ format: 'csv' });
    expect(mine[4]?.details).toEqual({ goldSql: liked.body.id });
  });

  it('records who changed a workspace, its gold SQLs and keys, by name or id, and never a value', async () => {
    const passing = await makeWorkspace('passing');
    const change = { settings: { maxRows: 7 }, evidence: ['the secret evidence'] };
    await as(ADMIN, 'PATCH /v1/workspaces/passing', { body: change });
    const gold = { body: { question: 'q', sql: 'select 1' } };
    const { id: goldSql } = (await as<GoldSqlView>(ADMIN, 'POST /v1/workspaces/passing/gold-sqls', gold)).body;
    await as(ADMIN, `DELETE /v1/workspaces/passing/gold-sqls/${goldSql}`);
    await as(ADMIN, 'DELETE /v1/workspaces/passing');
    const made = (await as<CreatedApiKey>(ADMIN, 'POST /v1/api-keys', { body: { name: 'brief' } })).body;
    await as(ADMIN, `DELETE /v1/api-keys/${made.id}`);

    const reported = await entries(`?workspace=${passing}`);
    expect(reported.reverse().map(({ action, details }) => [action, details])).toEqual([
      ['workspace-created', { changed: ['name', 'database'] }],
      ['workspace-changed', { changed: ['settings.maxRows', 'evidence'] }],
      ['gold-sql-added', { goldSql }],
      ['gold-sql-removed', { goldSql }],
      ['workspace-removed', {}],
    ]);
    expect(reported.every(({ actor }) => actor.name === 'ASSAY_API_KEYS 1')).toBe(true);
    const all = await entries();
    expect(all.slice(0, 2).map(({ action, details }) => [action, details['key']])).toEqual([
      ['api-key-revoked', made.id],
      ['api-key-created', made.id],
    ]);
    const text = JSON.stringify(all);
    for (const secret of [ADMIN, key.key, made.key, 'hunter2', 'secret evidence']) expect(text).not.toContain(secret);
  });

  it('records who read a schema, a replay or a connection, which may hold rows', async () => {
    const looked = await makeWorkspace('looked at');
    await as(ADMIN, 'GET /v1/workspaces/looked%20at/schema');
    await as(ADMIN, `POST /v1/workspaces/${looked}/schema/refresh`);
    for (const what of ['comments', 'glossary', 'drift']) {
      expect((await as(ADMIN, `GET /v1/workspaces/${looked}/${what}`)).status).toBe(200);
    }
    const asked = { body: { workspace: looked, question: 'How many?' } };
    const question = (await as<{ id: Id }>(ADMIN, 'POST /v1/questions', asked)).body.id;
    await api.finish(question, 'GOLD', 'select 1');
    expect((await as(ADMIN, `POST /v1/questions/${question}/replay`)).status).toBe(200);
    const reported = (await entries(`?workspace=${looked}`)).reverse();
    expect(reported.map(({ action, question: of }) => [action, of])).toEqual([
      ['workspace-created', null],
      ['schema-read', null],
      ['schema-read', null],
      ['comments-read', null],
      ['knowledge-read', null],
      ['drift-read', null],
      ['question-asked', question],
      ['question-replayed', question],
    ]);

    const connection = { dialect: 'postgres', url: 'postgres://reader:hunter3@db/shop' };
    expect((await as(ADMIN, 'POST /v1/connection-checks', { body: connection })).status).toBe(200);
    const [latest] = await entries('?limit=1');
    expect(latest).toMatchObject({ action: 'connection-checked', details: { changed: ['dialect', 'url'] } });
    expect(JSON.stringify(latest)).not.toContain('hunter3');
  });

  it('records who changed queues, also through the board', async () => {
    for (const operation of ['pause', 'resume', 'drain', 'retry']) {
      expect((await as(ADMIN, `POST /v1/queues/evaluator/${operation}`)).status).toBe(200);
    }
    expect((await as(ADMIN, 'POST /v1/queues/nonsense/drain')).status).toBe(404);
    await as(ADMIN, 'PUT /queues/api/queues/evaluator/clean/failed');
    expect((await as(key.key, 'PUT /queues/api/queues/evaluator/pause')).status).toBe(403);
    const reported = (await entries('?limit=5')).reverse();
    expect(reported.map(({ action, actor, details }) => [action, actor.name, details])).toEqual([
      ['queue-paused', 'ASSAY_API_KEYS 1', { queue: 'evaluator' }],
      ['queue-resumed', 'ASSAY_API_KEYS 1', { queue: 'evaluator' }],
      ['queue-drained', 'ASSAY_API_KEYS 1', { queue: 'evaluator', removed: 0 }],
      ['queue-retried', 'ASSAY_API_KEYS 1', { queue: 'evaluator', jobs: 0, redriven: 0 }],
      ['queue-board-used', 'ASSAY_API_KEYS 1', { method: 'PUT', queue: 'evaluator', operation: 'clean' }],
    ]);
  });

  it('keeps nothing of what was refused', async () => {
    const before = await entries();
    expect((await as(key.key, 'DELETE /v1/workspaces/audited')).status).toBe(403);
    expect((await as(key.key, `GET /v1/questions/${newId()}/rows`)).status).toBe(404);
    expect(await entries()).toEqual(before);
  });

  it('is for admins, page by page, newest first, of a workspace by its name too', async () => {
    expect((await as(key.key, 'GET /v1/audit')).status).toBe(403);
    const all = await entries('?limit=200');
    const walked: AuditEntryView[] = [];
    let cursor = '';
    do {
      const { body } = await as<Page<AuditEntryView>>(ADMIN, `GET /v1/audit?limit=3${cursor}`);
      walked.push(...body.items);
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(walked).toEqual(all);
    expect(await entries('?workspace=AUDITED')).toEqual(all.filter((entry) => entry.workspace === workspace));
    expect((await as(ADMIN, 'GET /v1/audit?workspace=nowhere')).status).toBe(404);
  });

  it('is append-only, also for the owner of the database; only retention deletes, in batches', async () => {
    const before = await entries('?limit=200');
    await expect(execute("update assay.audit set actor = 'nobody'")).rejects.toThrow('append-only');
    await expect(execute('delete from assay.audit')).rejects.toThrow('append-only');
    await expect(execute('truncate assay.audit')).rejects.toThrow('append-only');
    for (let day = 364; day <= 368; day += 1) {
      await execute(
        `insert into assay.audit (id, action, actor, at) values ('${newId()}', 'rows-read', 'old', now() - interval '${day} days')`,
      );
    }
    const pages = [];
    for (let page = 0; page < 3; page += 1) pages.push(await eraseAudit(api.work.database, 365, 3));
    expect(pages).toEqual([3, 1, 0]);
    const left = await entries('?limit=200');
    expect(left.filter(({ actor }) => actor.id === 'old')).toHaveLength(1);
    expect(left.filter(({ actor }) => actor.id !== 'old')).toEqual(before);
    await expect(execute('delete from assay.audit where true')).rejects.toThrow('append-only');
  });
});
