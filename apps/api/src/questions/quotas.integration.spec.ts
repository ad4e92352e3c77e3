import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id, type ProblemDocument, type WorkspaceUsage, type WorkspaceView } from '@assay/contracts';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';

describe('quotas over HTTP', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  const ask = (workspace: Id, more: object = {}, key?: string): Promise<Answer<ProblemDocument & { id: Id }>> =>
    api.call('POST /v1/questions', {
      body: { workspace, question: 'How many orders?', ...more },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const usage = async (workspace: Id): Promise<WorkspaceUsage> =>
    (await api.call<WorkspaceUsage>(`GET /v1/workspaces/${workspace}/usage`)).body;

  it.each([
    ['without keys', () => undefined],
    ['with idempotency keys', () => newId()],
  ])('take exactly as many questions as they say, asked at once %s', async (_how, key) => {
    const workspace = await api.workspace({ quota: { questionsPerDay: 4 } });
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(workspace, {}, key())));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(body.detail).toContain('4 of 4 questions (quota.questionsPerDay)');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    }
    expect(await usage(workspace)).toMatchObject({
      questions: { used: 4, limit: 4 },
      tokens: { used: 0, limit: null },
    });
  });

  it('count what was asked before they were set, repeat what was taken, and end where they are raised', async () => {
    const workspace = await api.workspace();
    const first = await ask(workspace, {}, 'taken before');
    await ask(workspace);
    const set = (questionsPerDay: number | null): Promise<Answer<WorkspaceView>> =>
      api.call(`PATCH /v1/workspaces/${workspace}`, { body: { settings: { quota: { questionsPerDay } } } });
    expect((await set(2)).body.settings.quota).toEqual({ questionsPerDay: 2, tokensPerDay: null, usdPerDay: null });
    expect((await ask(workspace)).status).toBe(429);
    expect((await ask(workspace, {}, 'taken before')).body.id).toBe(first.body.id);
    await set(3);
    expect((await ask(workspace)).status).toBe(202);
    expect((await ask(workspace)).status).toBe(429);
    await set(null);
    expect((await ask(workspace)).status).toBe(202);
    expect(await usage(workspace)).toMatchObject({ questions: { used: 4, limit: null } });
  });

  it('go by tokens and dollars of all questions of the day, and of no other workspace or day', async () => {
    const [workspace, other] = [await api.workspace({ quota: { tokensPerDay: 1000, usdPerDay: 2 } }), newId()];
    const spend = (of: Id, daysAgo: number, slot: number, tokens: number, dollars: number): Promise<object[]> =>
      api.work.database.query(
        {
          name: 'test_spend',
          text: `insert into assay.workspace_days (workspace_id, day, slot, tokens, cost_usd)
                 values ($1, (now() at time zone 'UTC')::date - $2::integer, $3, $4, $5)`,
        },
        [of, daysAgo, slot, tokens, dollars],
      );
    await spend(other, 0, 1, 5000, 5);
    await spend(workspace, 1, 1, 5000, 5);
    await spend(workspace, 0, 101, 600, 0.5);
    expect((await ask(workspace)).status).toBe(202);
    await spend(workspace, 0, 102, 400, 0.25);
    const refused = await ask(workspace);
    expect(refused.body.detail).toContain('1000 of 1000 tokens (quota.tokensPerDay)');
    expect(refused.body.detail).not.toContain('dollars');
    expect(await usage(workspace)).toMatchObject({
      questions: { used: 1, limit: null },
      tokens: { used: 1000, limit: 1000 },
      costUsd: { used: 0.75, limit: 2 },
    });
  });

  it('may be tightened by a question, not loosened', async () => {
    const workspace = await api.workspace({ quota: { questionsPerDay: 5 } });
    const loosened = await ask(workspace, { settings: { quota: { questionsPerDay: 6 } } });
    expect(loosened).toMatchObject({ status: 422, body: { errors: [{ field: 'settings.quota' }] } });
    expect((await ask(workspace, { settings: { quota: { tokensPerDay: 9 } } })).status).toBe(422);
    expect((await ask(workspace, { settings: { quota: { questionsPerDay: 1 } } })).status).toBe(202);
    expect((await ask(workspace, { settings: { quota: { questionsPerDay: 1 } } })).status).toBe(429);
  });

  it('are shown of workspaces that the key opens alone', async () => {
    expect(await api.problem(`GET /v1/workspaces/${newId()}/usage`)).toMatchObject({ code: 'WORKSPACE_NOT_FOUND' });
  });
});
