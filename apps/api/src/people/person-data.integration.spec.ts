import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type CreatedApiKey, type Id, type MeView, type PersonData } from '@assay/contracts';
import { CLIENT_ID } from '@assay/testing';
import { Gate } from '../access/gate.js';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';
import { TokenIssuer } from '../testing/token-issuer.js';
import { People } from './people.js';

const ADMIN = 'the-admin-key-of-this-test';
const STORY = {
  storyId: 'the-lamp',
  candidates: [{ label: 'plain', text: 'A lamp went out.' }],
  evaluators: [{ name: 'anna' }],
  mode: 'prompt',
};

describe('what is kept of a person', () => {
  let issuer: TokenIssuer;
  let api: ApiFixture;
  const ids: Record<string, Id> = {};

  const call = <Body = { id: Id }>(token: string, route: string, body?: object): Promise<Answer<Body>> =>
    api.call<Body>(route, { ...(body && { body }), headers: { authorization: `Bearer ${token}` } });
  const tokenOf = (subject: string): Promise<string> => issuer.token(subject, { roles: ['curator'] });
  const exported = (person: string): Promise<Answer<PersonData>> => call<PersonData>(ADMIN, `GET /v1/people/${person}`);

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_WEBHOOK_HOSTS: '127.0.0.1',
      ASSAY_WEBHOOK_SECRET: 'a secret of this test only',
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
    });
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const workspace = (await call(ADMIN, 'POST /v1/workspaces', { name: 'shop', database })).body.id;
    for (const subject of ['ann', 'bob']) {
      const token = await tokenOf(subject);
      ids[subject] = (await call<MeView>(token, 'GET /v1/me')).body.person?.id as Id;
      const settings = { maxRows: 7, onFinish: { url: `http://127.0.0.1:9/${subject}` } };
      const question = `What does ${subject} ask?`;
      const asked = await call(token, 'POST /v1/questions', { workspace, question, settings });
      ids[`question of ${subject}`] = asked.body.id;
      await api.finish(asked.body.id, 'GOLD', 'select 1');
      const story = await call(token, 'POST /v1/story-evaluations', STORY);
      expect(story.status).toBe(202);
      const pair = { question: `A pair of ${subject}?`, sql: 'select 1' };
      expect((await call(token, `POST /v1/workspaces/${workspace}/gold-sqls`, pair)).status).toBe(201);
    }
    const comment = { comment: 'a comment of ann' };
    expect(
      (await call(await tokenOf('ann'), `POST /v1/questions/${ids['question of bob']}/correct`, comment)).status,
    ).toBe(201);
    const ann = await tokenOf('ann');
    expect((await call(ann, `POST /v1/questions/${ids['question of ann']}/like`)).status).toBe(201);
    const begun = await call(ann, `POST /v1/workspaces/${workspace}/evaluations`, { repeats: 1 });
    expect(begun.status).toBe(202);
    ids['evaluation'] = begun.body.id;
    ids['workspace'] = workspace;
  });
  afterAll(async () => {
    await api.stop();
    await issuer.stop();
  });

  it('is exported completely, without data of others', async () => {
    const named = await call(await tokenOf('ann'), `PATCH /v1/questions/${ids['question of ann']}`, {
      name: 'her name',
    });
    expect(named.status).toBe(200);
    const summarise = `update assay.questions set summary = 'her summary' where run_id = $1`;
    await api.work.database.query({ name: 'test_summarise', text: summarise }, [ids['question of ann']]);
    const { body } = await exported(ids['ann'] as Id);
    expect(body).toMatchObject({
      subject: 'ann',
      roles: ['curator'],
      questions: [
        {
          id: ids['question of ann'],
          question: 'What does ann ask?',
          status: 'GOLD',
          createdAt: expect.any(String),
          name: 'her name',
          summary: 'her summary',
          settings: { maxRows: 7 },
          webhook: 'http://127.0.0.1:9/ann',
        },
      ],
      storyEvaluations: [{ story: 'the-lamp' }],
      corrections: [{ question: ids['question of bob'], comment: 'a comment of ann' }],
      goldSqls: [{ question: 'A pair of ann?' }, { question: 'What does ann ask?' }],
      evaluations: [{ id: ids['evaluation'], workspace: ids['workspace'] }],
    });
    expect(body.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['question-asked', 'gold-sql-added']),
    );
    expect(JSON.stringify(body)).not.toMatch(/ask bob|:9.bob/);
  });

  it('is for admins alone', async () => {
    for (const route of ['GET', 'DELETE'].map((method) => `${method} /v1/people/${ids['ann']}`))
      expect((await call(await tokenOf('ann'), route)).status).toBe(403);
    expect((await exported('nobody')).status).toBe(404);
  });

  it('is erased, but for what others use, and that is recorded', async () => {
    const person = ids['ann'] as Id;
    const task = newId();
    const plant = (text: string, values: unknown[]): Promise<object[]> =>
      api.work.database.query({ name: `test ${text.slice(0, 40)} ${values.length}`, text }, values);
    const requests = async (): Promise<number> =>
      (
        await api.work.database.query(
          {
            name: 'test_requests',
            text: `select 1 from assay.tasks where run_id is null and (payload::text like $1 or payload ->> 'task' = $2)`,
          },
          [`%${ids['question of ann']}%`, task],
        )
      ).length;
    const pages = async (): Promise<number> =>
      (
        await api.work.database.query({
          name: 'test_pages',
          text: `select 1 from assay.blocks where content = '[[1]]'`,
        })
      ).length;
    await plant(
      `insert into assay.tasks (id, run_id, stage_id, workspace_id, queue, payload, status, finished_at)
       values ($1, $2, $1, $3, 'db-sampler', '{}', 'DONE', now())`,
      [task, ids['question of ann'], ids['workspace']],
    );
    await plant(
      `insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, answer, status)
       values ($1, $2, $1, 1, 'model', '', '{}', 'answered')`,
      [task, ids['question of ann']],
    );
    // of an earlier release
    await plant(
      `insert into assay.tasks (id, queue, payload, status) values ($1, 'generator',
         jsonb_build_object('kind', 'replay-task', 'task', $2::text), 'DONE')`,
      [newId(), task],
    );
    // the task has no stage
    expect((await call(ADMIN, `POST /v1/questions/${ids['question of ann']}/replay`)).status).toBe(503);
    api.sampler.rowsHeld = 1;
    for (const credentials of [await tokenOf('ann'), ADMIN])
      for (const format of ['', '?format=csv'])
        expect((await call(credentials, `GET /v1/questions/${ids['question of ann']}/rows${format}`)).status).toBe(200);
    expect((await call(ADMIN, `GET /v1/questions/${ids['question of bob']}/rows?format=csv`)).status).toBe(200);
    expect([await requests(), await pages()]).toEqual([6, 3]);
    expect((await call(ADMIN, `DELETE /v1/people/${person}`)).status).toBe(204);
    expect((await exported(person)).status).toBe(404);
    expect([await requests(), await pages()]).toEqual([0, 1]);
    expect((await call(ADMIN, `GET /v1/questions/${ids['question of ann']}`)).status).toBe(404);
    const left = await api.work.database.query<{ rows: number }>(
      {
        name: 'test_left',
        text: `select count(*)::integer as rows from (
          select owner from assay.story_evaluations union all select owner from assay.corrections
          union all select owner from assay.workspace_evaluations
          union all select owner from assay.gold_sqls union all select owner from assay.idempotency_keys
          union all select person::text from assay.runs) owners where owner = $1`,
      },
      [person],
    );
    expect(left).toEqual([{ rows: 0 }]);
    const pairs = await call(ADMIN, `GET /v1/workspaces/${ids['workspace']}/gold-sqls`);
    expect(JSON.stringify(pairs.body)).toContain('A pair of ann?');
    const audit = await call(ADMIN, 'GET /v1/audit');
    expect(audit.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'person-erased', details: { person } }),
        expect.objectContaining({ action: 'person-exported', details: { person } }),
      ]),
    });
    expect((await exported(ids['bob'] as Id)).body.questions).toHaveLength(1);
  });

  it.each(['their token', 'a key that acts for them'])('is not made again by a stream open with %s', async (how) => {
    const { app } = api.service;
    const key = { name: how, mayActFor: true };
    const { key: made } = (await call<CreatedApiKey>(ADMIN, 'POST /v1/api-keys', key)).body;
    const credentials = how.includes('key')
      ? { authorization: `Bearer ${made}`, person: 'cleo' }
      : { authorization: `Bearer ${await tokenOf('cleo')}` };
    const { owner } = await app.get(Gate).admit(credentials, '127.0.0.1');
    expect(await app.get(Gate).admits(credentials, '127.0.0.1')).toBe(true);
    expect((await call(ADMIN, `DELETE /v1/people/${owner}`)).status).toBe(204);
    app.get(People).evict(owner);
    expect(await app.get(Gate).admits(credentials, '127.0.0.1')).toBe(false);
    expect((await exported(owner)).status).toBe(404);
  });
});
