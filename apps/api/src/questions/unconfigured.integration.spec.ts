import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MODEL_NOT_CONFIGURED, type EscalationRecord, type Id } from '@assay/contracts';
import { ApiFixture } from '../testing/api-fixture.js';

const UNSET = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', ASSAY_MODEL_BASIC: '' };

describe('without a model', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    const canAnswer = ({ question }: { question: string }): true | typeof MODEL_NOT_CONFIGURED =>
      question === 'A demo question?' || MODEL_NOT_CONFIGURED;
    api = await ApiFixture.start(UNSET, { canAnswer });
    workspace = await api.workspace();
  });
  afterAll(() => api.stop());

  it('a question ends at once in ERROR, and says what to set', async () => {
    const { oldestSeconds: _, ...before } = await api.work.messaging.desk.state('coordinator');
    const question = await api.ask(workspace, { replyTo: 'replies-test' });
    const { body } = await api.call<EscalationRecord>(`GET /v1/questions/${question}/record`);
    expect(body).toMatchObject({ status: 'ERROR', result: null, case: null, error: { code: 'MODEL_NOT_CONFIGURED' } });
    expect(body.error?.message).toMatch(/OPENAI_BASE_URL.*ASSAY_MODEL_BASIC/);
    expect(body.finishedAt).not.toBeNull();
    expect(body.events).toMatchObject([
      { sequence: 1, type: 'question-accepted' },
      { sequence: 2, type: 'question-finished', status: 'ERROR', case: null, level: 'BASIC' },
    ]);
    expect(await api.work.messaging.desk.state('coordinator')).toMatchObject(before);
    expect(await api.problem(`POST /v1/questions/${question}/cancel`)).toMatchObject({ code: 'ALREADY_FINISHED' });
  });

  it('callers learn it before they ask', async () => {
    expect((await api.call('GET /v1/caller')).body).toMatchObject({ answeredBy: 'none' });
  });

  it('accepts questions that need no model', async () => {
    const asked = await api.call('POST /v1/questions', { body: { workspace, question: 'A demo question?' } });
    expect(asked).toMatchObject({ status: 202, body: { status: 'QUEUED' } });
  });

  it('a story is refused, with what to set', async () => {
    const story = { storyId: 's', candidates: [{ label: 'a', text: 'Once.' }], mode: 'prompt' };
    const { status, body } = await api.call('POST /v1/story-evaluations', {
      body: { ...story, evaluators: [{ name: 'e', model: 'none' }] },
    });
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'MODEL_NOT_CONFIGURED',
        detail: expect.stringMatching(/OPENAI_BASE_URL/),
        nextSteps: [{ action: 'check-model' }],
      },
    ]);
  });

  it('metrics count it', async () => {
    await api.ask(workspace);
    const { body } = await api.call<string>('GET /metrics');
    expect(body).toMatch(
      /^assay_runs_finished_total\{product="question",status="ERROR",level="BASIC",case="",code="MODEL_NOT_CONFIGURED"\} [1-9]/m,
    );
    expect(body).toMatch(/^# TYPE assay_runs_open gauge$/m);
  });
});
