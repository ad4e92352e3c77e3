import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id, LinkView } from '@assay/contracts';
import { openRaw } from '@assay/testing';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ApiFixture } from '../testing/api-fixture.js';

const ADMIN = 'the-admin-key-of-this-test';
const FAILED_KEYS = 3;
const CONNECTIONS = 30;
const QUESTIONS = 60;
const admitted = { headers: { authorization: `Bearer ${ADMIN}` } };

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

function open({ service }: ApiFixture, text: string): Socket {
  const socket = openRaw(service.url, text);
  sockets.push(socket);
  return socket;
}

describe('the bounds of an API that names no proxy and closes its documentation', () => {
  let api: ApiFixture;

  beforeAll(async () => {
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_DOCS: 'closed',
      ASSAY_MAX_CONNECTIONS: String(CONNECTIONS),
      ASSAY_MAX_STREAMS: '1',
      ASSAY_RATE_LIMIT_QUESTIONS: String(QUESTIONS),
      ASSAY_RATE_LIMIT_FAILED_KEYS: String(FAILED_KEYS),
    });
  });
  afterAll(() => api.stop());

  it('count wrong keys by the address of the connection, whatever X-Forwarded-For says', async () => {
    const statuses = new Set<number>();
    for (let tried = 0; tried < 4 * FAILED_KEYS; tried += 1) {
      const headers = { authorization: `Bearer wrong-${tried}`, 'x-forwarded-for': `198.51.100.${tried}` };
      statuses.add((await api.call('GET /v1/questions', { headers })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
  });

  it.each(['/docs/', '/docs', '/openapi.json'])('show nothing at %s', async (path) => {
    expect((await api.call(`GET ${path}`)).status).toBe(404);
    expect((await api.call(`GET ${path}`, admitted)).status).toBe(404);
  });

  it('close connections beyond their number', async () => {
    const closed = Array.from({ length: CONNECTIONS + 1 }, () => once(open(api, '').resume(), 'close'));
    await Promise.race(closed);
    expect(sockets.every(({ bytesRead }) => bytesRead === 0)).toBe(true);
  });

  it('hold for the events of story evaluations too', async () => {
    const evaluation = await api.call<{ id: Id }>('POST /v1/story-evaluations', {
      ...admitted,
      body: {
        storyId: 'the-lamp',
        candidates: [{ label: 'plain', text: 'A lamp went out.' }],
        evaluators: [{ name: 'anna' }],
        mode: 'prompt',
      },
    });
    const path = `/v1/story-evaluations/${evaluation.body.id}/events`;
    const ended = new AbortController();
    const first = await fetch(`${api.service.url}${path}`, { ...admitted, signal: ended.signal });
    expect(first.status).toBe(200);
    expect(await api.problem(`GET ${path}`, admitted)).toMatchObject({ status: 429, code: 'TOO_MANY_STREAMS' });
    ended.abort();
  });

  it('count evaluations of a workspace as work', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 2 * QUESTIONS; sent += 1) {
      statuses.add((await api.call('POST /v1/workspaces/none/evaluations', { body: {}, ...admitted })).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe('the bounds of a key that acts for people', () => {
  const LIMIT = 20;
  let api: ApiFixture;
  let key: string;

  beforeAll(async () => {
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_MAX_STREAMS: '1',
      ASSAY_RATE_LIMIT_QUESTIONS: String(LIMIT),
      ASSAY_TRUSTED_PROXIES: '127.0.0.1',
    });
    const body = { name: 'for people', mayActFor: true };
    key = (await api.call<{ key: string }>('POST /v1/api-keys', { ...admitted, body })).body.key;
  });
  afterAll(() => api.stop());

  const actingFor = (person: string): { headers: Record<string, string> } => ({
    headers: { authorization: `Bearer ${key}`, 'x-assay-person': person },
  });

  it('count its streams and its questions together, whatever people it names', async () => {
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const made = await api.call<{ id: Id }>('POST /v1/workspaces', { ...admitted, body: { name: 'shop', database } });
    const stream = async (person: string, signal: AbortSignal): Promise<number> => {
      const body = { workspace: made.body.id, question: 'How many?' };
      const { id } = (await api.call<{ id: Id }>('POST /v1/questions', { ...actingFor(person), body })).body;
      return (await fetch(`${api.service.url}/v1/questions/${id}/events`, { ...actingFor(person), signal })).status;
    };
    const ended = new AbortController();
    expect([await stream('ann', ended.signal), await stream('ben', ended.signal)]).toEqual([200, 429]);
    ended.abort();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 2 * LIMIT; sent += 1) {
      const ask = { body: {}, ...actingFor(`person-${sent}`) };
      statuses.add((await api.call('POST /v1/questions', ask)).status);
    }
    expect([...statuses]).toEqual([422, 429]);
  });

  it('count the readers of the links of a question together, from whatever networks', async () => {
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const workspace = { name: 'linked', database, settings: { links: {} } };
    const made = await api.call<{ id: Id }>('POST /v1/workspaces', { ...admitted, body: workspace });
    const ask = { workspace: made.body.id, question: 'How many?' };
    const { id } = (await api.call<{ id: Id }>('POST /v1/questions', { ...admitted, body: ask })).body;
    await api.finish(id, 'GOLD', 'select 1');
    const link = async (): Promise<string> =>
      (await api.call<LinkView>(`POST /v1/questions/${id}/links`, { ...admitted, body: {} })).body.path;
    const statuses = async (path: string, times: number, network: (sent: number) => string): Promise<number[]> => {
      const found = new Set<number>();
      for (let sent = 0; sent < times; sent += 1) {
        const headers = { 'x-forwarded-for': network(sent) };
        found.add((await api.call(`GET ${path}/answer`, { headers })).status);
      }
      return [...found];
    };
    const ended = await link();
    await api.call(`DELETE /v1/questions/${id}/links`, admitted);
    // neither an ended link nor one network takes what others need
    expect(await statuses(ended, 2 * LIMIT, (sent) => `198.51.100.${sent}`)).toEqual([410]);
    const path = await link();
    expect(await statuses(path, LIMIT, () => '203.0.113.1')).toEqual([200, 429]);
    expect(await statuses(path, 1, () => '203.0.113.2')).toEqual([200]);
    expect(await statuses(path, 2 * LIMIT, (sent) => `192.0.2.${sent}`)).toEqual([200, 429]);
  });
});

/** A separate API: its one-second limit also ends slow but complete requests. */
describe('the bound of an API that gives requests a second', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_REQUEST_TIMEOUT_SECONDS: '1' });
  });
  afterAll(() => api.stop());

  it.each([
    ['a head', 'POST /v1/questions HTTP/1.1\r\nhost: a\r\n'],
    [
      'a body',
      `POST /v1/questions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ADMIN}\r\n` +
        'content-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('ends %s that is sent by half', async (_what, half) => {
    const [answer] = (await once(open(api, half), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
  });
});
