import { beforeAll, describe, expect, it } from '@jest/globals';
import { TASK_QUEUES } from '@assay/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { Api, problemOf } from '../harness/api-client.js';
import { readFrames } from '../harness/event-stream.js';
import type { Record } from '../harness/record-schema.js';
import { GOOD_SQL } from '../harness/script.js';
import { Deployment } from './deployment.js';
import { WRONG_SQL } from './scenarios.js';

describe('deployed services', () => {
  let assay: Deployment;
  beforeAll(async () => {
    assay = await Deployment.open();
  }, 300_000);

  const total = (calls: { [agent: string]: number }): number =>
    Object.values(calls).reduce((sum, count) => sum + count, 0);
  const winnerOf = ({ result }: Record): string | undefined => result?.sqlList[0]?.sql;

  it('answer a question through every queue of the direct path, and pay each call once', async () => {
    const record = await assay.play('one of two is right');
    expect(record).toMatchObject({ status: 'GOLD', case: 'A', level: 'BASIC' });
    expect(winnerOf(record)).toBe(GOOD_SQL);
    expect(record.usage.modelCalls).toBe(total(await assay.modelCalls(record.id)));
    const rows = await assay.api.expect(200, 'GET', `/v1/questions/${record.id}/rows`);
    expect(rows).toMatchObject({ columns: [{ name: 'customers' }], rowCount: 1 });
  });

  it('compare those that are right in pairs', async () => {
    const record = await assay.play('two are right');
    expect(record).toMatchObject({ status: 'GOLD', case: 'B' });
    expect(winnerOf(record)).toBe(GOOD_SQL);
    expect(await assay.modelCalls(record.id)).toMatchObject({ 'sql-selector': 2 });
  });

  it('look again at what all but passed', async () => {
    const record = await assay.play('a trifle fails', { preset: 'seeds' });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(record.attempts[0]?.caseBeforeReview).toBe('C');
    expect((await assay.modelCalls(record.id))['supervisor']).toBeGreaterThanOrEqual(1);
  });

  it('go to the next level with what failed', async () => {
    const record = await assay.play('the first level fails');
    expect(record).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(record.attempts[1]?.escalationContext?.failedSqls.map(({ sql }) => sql)).toEqual([WRONG_SQL]);
  });

  it('end in FAILED with every discarded SQL, and never in a wrong answer', async () => {
    const record = await assay.play('nothing is right', { preset: 'seeds', maxLevel: 'BASIC' });
    expect(record).toMatchObject({ status: 'FAILED', case: 'D' });
    expect(winnerOf(record)).toBe(WRONG_SQL);
    expect(problemOf(await assay.api.get(`/v1/questions/${record.id}/rows`))).toMatchObject({ code: 'NO_WINNER' });
  });

  it('teach a generator what its database said', async () => {
    const record = await assay.play('a column is misspelt at first');
    expect(record.status).toBe('GOLD');
    const retries = record.attempts[0]?.candidates.flatMap(({ retries: own }) => own);
    expect(retries?.map(({ category }) => category)).toContain('SCHEMA_ERROR');
  });

  it('get over a model that is busy and drops lines', async () => {
    const record = await assay.play('the model is busy and drops lines');
    expect(record.status).toBe('GOLD');
    expect(record.usage.modelCalls).toBeLessThan(total(await assay.modelCalls(record.id)));
  });

  it('answer twenty questions at once, each by itself', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => assay.ask('one of two is right')));
    const records = await Promise.all(ids.map((id) => assay.recordOf(id)));
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['GOLD']));
    for (const record of records) {
      expect(winnerOf(record)).toBe(GOOD_SQL);
      expect(record.usage.modelCalls).toBe(total(await assay.modelCalls(record.id)));
    }
  });

  it('send events as they occur, from the first or after the last seen', async () => {
    const id = await assay.ask('all goes well');
    const url = `${assay.api.url}/v1/questions/${id}/events`;
    const headers = assay.api.headers;
    const { frames, endedByServer } = await readFrames(url, headers);
    expect(endedByServer).toBe(true);
    expect(frames.map((frame) => Number(frame.id))).toEqual(frames.map((_frame, index) => index + 1));
    expect(frames.at(-1)?.data).toContain('question-finished');
    const later = await readFrames(url, { ...headers, 'last-event-id': '3' });
    expect(later.frames.map((frame) => frame.id)).toEqual(frames.slice(3).map((frame) => frame.id));
  });

  it('stop a question that is cancelled while its judge is waited for', async () => {
    const id = await assay.ask('the judge never comes');
    while (!(await assay.modelCalls(id))['evaluator']) await delay(50);
    await assay.api.expect(202, 'POST', `/v1/questions/${id}/cancel`);
    expect((await assay.recordOf(id)).status).toBe('CANCELLED');
  });

  it('take the same request twice for one', async () => {
    const body = assay.body('all goes well');
    const headers = { 'idempotency-key': `twice-${process.hrtime.bigint()}` };
    const first = await assay.api.post<{ id: string }>('/v1/questions', body, headers);
    const second = await assay.api.post<{ id: string }>('/v1/questions', body, headers);
    expect([first.status, second.status, second.body.id]).toEqual([202, 202, first.body.id]);
    await assay.recordOf(first.body.id);
  });

  it('refuse callers without a key', async () => {
    const unauthenticated = new Api(assay.api.url);
    expect((await unauthenticated.get('/v1/workspaces')).status).toBe(401);
  });

  it('lead no workspace to a host that is not allowed', async () => {
    const database = { dialect: 'postgres', url: 'postgres://assay:assay@redis:6379/assay' };
    const reply = await assay.api.post('/v1/workspaces', { name: `own-${Date.now()}`, database });
    expect(problemOf(reply).status).toBe(422);
  });

  it('bring a story to the model, and say why it was not evaluated', async () => {
    const body = {
      storyId: 'e2e',
      candidates: [{ label: 'one', text: 'Once upon a time there was a queue.' }],
      evaluators: [{ name: 'critic' }],
      mode: 'prompt',
    };
    const { id } = await assay.api.expect<{ id: string }>(202, 'POST', '/v1/story-evaluations', body);
    const look = () => assay.api.expect<{ finishedAt: string | null }>(200, 'GET', `/v1/story-evaluations/${id}`);
    let seen = await look();
    while (seen.finishedAt === null) {
      await delay(200);
      seen = await look();
    }
    expect(seen).toMatchObject({ status: 'ERROR' });
    expect(JSON.stringify(seen)).toContain('no story to tell');
  });

  it('count the waiting jobs of every queue where autoscalers look', async () => {
    const { status, body } = await assay.api.get<string>('/metrics');
    expect(status).toBe(200);
    for (const queue of ['coordinator', ...TASK_QUEUES]) {
      expect(body).toMatch(new RegExp(`^assay_queue_jobs\\{queue="${queue}",state="waiting"\\} \\d`, 'm'));
    }
  });
});
