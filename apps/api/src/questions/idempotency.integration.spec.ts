import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id, Page, QuestionView } from '@assay/contracts';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';

describe('idempotency keys', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    api = await ApiFixture.start();
    workspace = await api.workspace();
  });
  afterAll(() => api.stop());

  const ask = (key: string, body: object): Promise<Answer<{ id: Id; code?: string }>> =>
    api.call('POST /v1/questions', { body, headers: { 'idempotency-key': key } });
  const count = async (): Promise<number> =>
    (await api.call<Page<QuestionView>>(`GET /v1/questions?workspace=${workspace}&limit=200`)).body.items.length;

  it('gives the same question for the same key and body, however the body is written', async () => {
    const first = await ask('a', { workspace, question: 'Same?', level: 'BASIC', settings: { maxRows: 5, seed: 1 } });
    const again = await ask('a', { settings: { seed: 1, maxRows: 5 }, level: 'BASIC', question: 'Same?', workspace });
    expect(again.status).toBe(202);
    expect(again.body.id).toBe(first.body.id);
  });

  it('returns the current state of the question', async () => {
    const { body } = await ask('done', { workspace, question: 'Done?' });
    await api.finish(body.id, 'GOLD', 'select 1');
    expect((await ask('done', { workspace, question: 'Done?' })).body).toMatchObject({ id: body.id, status: 'GOLD' });
  });

  it('refuses the same key with another body', async () => {
    await ask('b', { workspace, question: 'One?' });
    const other = await ask('b', { workspace, question: 'Two?' });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('writes one question for many concurrent requests, and returns it to all', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('race', { workspace, question: 'Race?' })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  it('lets one of several different bodies win a race, and refuses the others', async () => {
    const asks = Array.from({ length: 8 }, (_, index) => ask('quarrel', { workspace, question: `Number ${index}?` }));
    const statuses = (await Promise.all(asks)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([202, ...Array<number>(7).fill(409)]);
  });

  it('does not remember what was refused', async () => {
    expect((await ask('late', { workspace, question: '' })).status).toBe(422);
    expect((await ask('late', { workspace, question: 'Fine?' })).status).toBe(202);
  });

  it('forgets a key after 24 hours', async () => {
    const first = await ask('old', { workspace, question: 'Yesterday?' });
    await api.work.database.query({
      name: 'test_age',
      text: `update assay.idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`,
    });
    const today = await ask('old', { workspace, question: 'Today?' });
    expect(today.status).toBe(202);
    expect(today.body.id).not.toBe(first.body.id);
    expect((await ask('old', { workspace, question: 'Today?' })).body.id).toBe(today.body.id);
  });

  it('refuses keys that are too long', async () => {
    const answer = await ask('x'.repeat(256), { workspace, question: 'Key?' });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'Idempotency-Key' }] } });
  });
});
