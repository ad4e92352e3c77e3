import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOf } from './harness/api-client.js';
import { readFrames } from './harness/event-stream.js';
import { eventSchema, type Event } from './harness/event-schema.js';
import { questionSchema } from './harness/question-schema.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const BOLOGNA = "SELECT count(*) AS customers FROM customer WHERE city = 'Bologna'";
const LIST = 'SELECT id, name, city, signed_up FROM customer ORDER BY id';

/** Fields by event type: the outside contract. */
const FIELDS: { [type: string]: string[] } = {
  'question-accepted': [],
  'attempt-started': ['level', 'reason'],
  'stage-started': ['level', 'stage', 'tasks', 'failed', 'stragglers', 'elapsedMs'],
  'stage-finished': ['level', 'stage', 'tasks', 'failed', 'stragglers', 'elapsedMs'],
  'candidate-generated': ['candidate', 'sql', 'valid', 'duplicateOf', 'retries'],
  'test-generated': ['test', 'statement', 'moment', 'evidenceCritical'],
  'tests-reduced': ['before', 'after'],
  'candidate-executed': ['candidate', 'cluster', 'rowCount', 'error'],
  'verdict-given': ['candidate', 'test', 'verdict', 'reason', 'by'],
  'case-decided': ['case', 'passRates'],
  'pair-compared': ['a', 'b', 'winner', 'confidence'],
  'level-escalated': ['from', 'to', 'reason'],
  'call-answered': ['agent', 'model', 'tokens', 'costUsd'],
  'warning-raised': ['code', 'message'],
  'question-finished': ['status', 'case', 'level'],
};

describe('following a question', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  const stream = (id: string, ...rest: [headers?: { [name: string]: string }]): ReturnType<typeof readFrames> =>
    readFrames(`${world.api.url}/v1/questions/${id}/events`, ...rest);
  const parse = (frames: { data: string | null }[]): Event[] =>
    frames.map(({ data }) => eventSchema.parse(JSON.parse(data ?? 'null')));

  describe('its events', () => {
    it('come while it is worked on, and end after question-finished', async () => {
      const { id } = await world.ask();
      const { response, frames, endedByServer } = await stream(id);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(endedByServer).toBe(true);
      const events = parse(frames);
      expect(events.at(-1)?.type).toBe('question-finished');
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
      expect(frames.map((frame) => frame.id)).toEqual(events.map(({ sequence }) => String(sequence)));
      expect(events).toEqual((await world.recordOf(id)).events);
    });

    it('replay from the start afterwards', async () => {
      const { id, record } = await world.play();
      expect(parse((await stream(id)).frames)).toEqual(record.events);
    });

    it.each([1, 5])('resume after Last-Event-ID %d', async (last) => {
      const { id, record } = await world.play();
      const { frames, endedByServer } = await stream(id, { 'last-event-id': String(last) });
      expect(parse(frames)).toEqual(record.events.slice(last));
      expect(endedByServer).toBe(true);
    });

    it('resume in the middle of the work where a connection was lost', async () => {
      let release: () => void = () => undefined;
      const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
      const { id } = await world.ask({ any: (call) => (call.agent === 'evaluator' ? held : undefined) });
      const url = `${world.api.url}/v1/questions/${id}/events`;
      const first = await readFrames(url, {}, (frames) => frames.some(({ data }) => data?.includes('tests-reduced')));
      const resumed = readFrames(url, { 'last-event-id': first.frames.at(-1)?.id ?? '' });
      await delay(200);
      release();
      const { frames } = await resumed;
      expect(parse([...first.frames, ...frames])).toEqual((await world.recordOf(id)).events);
    });

    it('are nothing more after the last one', async () => {
      const { id, record } = await world.play();
      const { frames, endedByServer } = await stream(id, { 'last-event-id': String(record.events.length) });
      expect([frames, endedByServer]).toEqual([[], true]);
    });

    it('are followed by many at once alike', async () => {
      const { id } = await world.ask();
      const streams = await Promise.all(Array.from({ length: 8 }, () => stream(id)));
      const texts = streams.map(({ frames }) => JSON.stringify(frames));
      expect(new Set(texts).size).toBe(1);
    });

    it('have exactly the fields that the outside contract lists, in its order', async () => {
      const nearly = Array.from({ length: 10 }, (_, index) => `Assertion ${index + 1}.`);
      const { record } = await world.play({
        sql: ({ job }) => [GOOD_SQL, BOLOGNA, GOOD_SQL][job] ?? GOOD_SQL,
        tests: () => nearly,
        judge: (_sql, statement, { level }) => (level === 'BASIC' || statement === nearly[0] ? 'wrong' : null),
      });
      const failed = await world.play({ tests: () => [] });
      const seen = new Set<string>();
      for (const { type, sequence: _, at: __, ...fields } of [...record.events, ...failed.record.events]) {
        seen.add(type);
        expect([type, Object.keys(fields)]).toEqual([type, FIELDS[type]]);
      }
      const rare = ['warning-raised'];
      expect([...Object.keys(FIELDS)].filter((type) => !seen.has(type) && !rare.includes(type))).toEqual([]);
    });
  });

  it('ends no earlier than its last attempt', async () => {
    const { record } = await world.play();
    const ended = record.attempts.map(({ finishedAt }) => finishedAt ?? '').sort();
    expect((record.finishedAt ?? '') >= (ended.at(-1) ?? '')).toBe(true);
  });

  it('is QUEUED or RUNNING, with nothing decided, until it ends', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const { id } = await world.ask({ any: () => held });
    const view = await world.view(id);
    expect(['QUEUED', 'RUNNING']).toContain(view.status);
    expect(view).toMatchObject({ case: null, result: null, confidence: null, error: null, finishedAt: null });
    const rows = await world.api.get(`/v1/questions/${id}/rows`);
    expect([rows.status, problemOf(rows).code]).toEqual([409, 'NO_WINNER']);
    const like = await world.api.post(`/v1/questions/${id}/like`);
    expect([like.status, problemOf(like).code]).toEqual([409, 'NO_WINNER']);
    release();
    await world.recordOf(id);
  });

  it('is accepted with its id, status and links that lead to it', async () => {
    const reply = await world.api.post<{ id: string; status: string; links: { [name: string]: string } }>(
      '/v1/questions',
      {
        workspace: world.workspace,
        question: 'Which links are there?',
      },
    );
    expect(reply.status).toBe(202);
    expect(Object.keys(reply.body).sort()).toEqual(['id', 'links', 'status']);
    expect(reply.body.status).toBe('QUEUED');
    await world.ended(reply.body.id);
    for (const name of ['self', 'record', 'events', 'rows']) {
      expect([name, (await world.api.get(reply.body.links[name] ?? '/none')).status]).toEqual([name, 200]);
    }
  });

  it('is asked by the workspace’s name as well', async () => {
    const name = `named-${process.hrtime.bigint()}`;
    const id = await world.createWorkspace({ name });
    const { record } = await world.play({}, { workspace: name });
    expect(record.workspace).toBe(id);
  });

  describe('its model calls', () => {
    it('are shown whole: request, raw response, normalised form', async () => {
      const { id, record, calls } = await world.play();
      const call = record.calls.find(({ agent }) => agent === 'evaluator');
      const detail = await world.api.expect<{ request: unknown; response: unknown; normalised: unknown }>(
        200,
        'GET',
        `/v1/questions/${id}/calls/${call?.id}`,
      );
      const sent = calls.find(({ agent }) => agent === 'evaluator');
      expect(detail).toMatchObject(call ?? {});
      expect(JSON.stringify(detail.request)).toContain(
        JSON.stringify(sent?.call.body.messages[1]?.content).slice(1, -1),
      );
      expect(JSON.stringify(detail.response)).toContain('chat.completion');
      expect(detail.normalised).toMatchObject({
        verdicts: [
          { test: 1, verdict: 'OK' },
          { test: 2, verdict: 'OK' },
        ],
      });
      expect(JSON.stringify(detail)).not.toContain('sk-scripted-for-tests');
    });
  });

  describe('its rows', () => {
    it('are the winner’s, executed now, in pages', async () => {
      const { id } = await world.play({ sql: () => LIST });
      const all = await world.api.expect<{ columns: object[]; rows: unknown[][] }>(
        200,
        'GET',
        `/v1/questions/${id}/rows`,
      );
      expect(Object.keys(all).sort()).toEqual(['columns', 'rowCount', 'rows', 'truncated']);
      expect(all).toMatchObject({ rowCount: 5, truncated: false });
      expect(all.columns).toMatchObject([{ name: 'id' }, { name: 'name' }, { name: 'city' }, { name: 'signed_up' }]);
      expect(all.rows[4]).toEqual([5, 'Elsa', null, '2024-05-14']);
      const page = await world.api.expect<{ rows: unknown[][] }>(
        200,
        'GET',
        `/v1/questions/${id}/rows?offset=2&limit=2`,
      );
      expect(page.rows.map(([customer]) => customer)).toEqual([3, 4]);
      const beyond = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', `/v1/questions/${id}/rows?offset=50`);
      expect(beyond.rows).toEqual([]);
      await world.target.query("insert into customer values (6, 'Fabio', 'Roma', '2024-06-15')");
      const later = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', `/v1/questions/${id}/rows`);
      expect(later.rows).toHaveLength(6);
      await world.target.query('delete from customer where id = 6');
    });

    it('and likes are refused where there is no winner', async () => {
      const { id } = await world.play({ judge: () => 'no' }, { settings: { maxLevel: 'BASIC' } });
      for (const [method, path] of [
        ['GET', 'rows'],
        ['POST', 'like'],
      ] as const) {
        const reply = await world.api.send(method, `/v1/questions/${id}/${path}`);
        expect([reply.status, problemOf(reply).code]).toEqual([409, 'NO_WINNER']);
      }
    });
  });

  describe('the list of questions', () => {
    it('is newest first, in pages that miss and repeat nothing', async () => {
      const workspace = await world.createWorkspace();
      const asked: string[] = [];
      for (let index = 0; index < 5; index++) asked.push((await world.ask({}, { workspace })).id);
      for (const id of asked) await world.ended(id);
      const listed: string[] = [];
      let cursor: string | null = null;
      do {
        const query = `workspace=${workspace}&limit=2${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
        const page: { items: unknown[]; nextCursor: string | null } = await world.api.expect(
          200,
          'GET',
          `/v1/questions?${query}`,
        );
        listed.push(...page.items.map((item) => questionSchema.parse(item).id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(listed).toEqual(asked.reverse());
    });

    it('is narrowed by workspace and status', async () => {
      const workspace = await world.createWorkspace();
      const gold = await world.play({}, { workspace });
      const failed = await world.play({ judge: () => 'no' }, { workspace, settings: { maxLevel: 'BASIC' } });
      for (const [status, id] of [
        ['GOLD', gold.id],
        ['FAILED', failed.id],
      ]) {
        const page = await world.api.expect<{ items: { id: string }[]; nextCursor: null }>(
          200,
          'GET',
          `/v1/questions?workspace=${workspace}&status=${status}`,
        );
        expect(page).toMatchObject({ items: [{ id }], nextCursor: null });
      }
    });
  });

  it('is preceded by the schema as the agents see it', async () => {
    const schema = await world.api.expect<{ mSchema: string; schema: { tables: { name: string }[] } }>(
      200,
      'GET',
      `/v1/workspaces/${world.workspace}/schema`,
    );
    expect(schema.schema.tables.map(({ name }) => name).sort()).toEqual(['city_total', 'customer', 'purchase']);
    expect(schema.mSchema).toContain('customer');
  });

  it('is counted in /metrics, and /health says that all is well', async () => {
    expect((await world.api.get('/health/live')).status).toBe(200);
    expect((await world.api.get('/health/ready')).status).toBe(200);
    expect((await world.api.get('/metrics')).body).toMatch(/^assay_/m);
    expect((await world.api.get<{ openapi: string }>('/openapi.json')).body.openapi).toMatch(/^3\./);
    expect((await world.api.get('/docs/')).status).toBe(200);
  });
});
