import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import type { INestApplication } from '@nestjs/common';
import { eventually, openRaw, sendRaw } from '@assay/testing';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiFixture } from '../testing/api-fixture.js';

const ADMIN = 'admin-key-of-attacks';
const HEAD = `host: 127.0.0.1\r\nauthorization: Bearer ${ADMIN}\r\n`;
const JSON_HEAD = `${HEAD}content-type: application/json\r\n`;
const STREAMS = 10;
const headers = { authorization: `Bearer ${ADMIN}` };

const sockets: Socket[] = [];
const open = (url: string, ...parts: string[]): Socket => {
  const socket = openRaw(url, ...parts);
  sockets.push(socket);
  return socket;
};
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

describe('slow requests', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_REQUEST_TIMEOUT_SECONDS: '1' });
  });
  afterAll(() => api.stop());

  const post = (path: string, lines: string): string => `POST ${path} HTTP/1.1\r\n${JSON_HEAD}${lines}\r\n`;
  /** A name, the bytes sent at once, and bytes that are repeated until the connection ends. */
  const attacks: [string, string, string?][] = [
    ['a method by half', 'PO'],
    ['a line by half', 'POST /v1/questions HT'],
    ['a line of single bytes', 'GET /', 'a'],
    ['a header by half', `POST /v1/questions HTTP/1.1\r\n${HEAD}x-assay`],
    ['headers without end', `POST /v1/questions HTTP/1.1\r\n${HEAD}`, 'x: a\r\n'],
    ['a header of single bytes', `POST /v1/questions HTTP/1.1\r\n${HEAD}x: `, 'a'],
    ['no body', post('/v1/questions', 'content-length: 900\r\n')],
    ['a body by half', `${post('/v1/questions', 'content-length: 900\r\n')}{"question":`],
    ['a body of single bytes', post('/v1/questions', 'content-length: 9000\r\n'), ' '],
    ['chunks without end', post('/v1/questions', 'transfer-encoding: chunked\r\n'), '1\r\n \r\n'],
    ['the size of a chunk only', `${post('/v1/questions', 'transfer-encoding: chunked\r\n')}ff\r\n`],
    ['the extension of a chunk', `${post('/v1/questions', 'transfer-encoding: chunked\r\n')}1;`, 'x'],
    ['a trailer without end', `${post('/v1/questions', 'transfer-encoding: chunked\r\n')}0\r\n`, 'x: a\r\n'],
    ['half a packed body', `${post('/v1/questions', 'content-encoding: gzip\r\ncontent-length: 900\r\n')}\x1f\x8b`],
    ['a promise only', post('/v1/questions', 'expect: 100-continue\r\ncontent-length: 900\r\n')],
    ['a story by half', `${post('/v1/story-evaluations', 'content-length: 9000\r\n')}{`],
    [
      'a form by half',
      `POST /v1/workspaces/none/files HTTP/1.1\r\n${HEAD}content-type: multipart/form-data; boundary=b\r\n` +
        'content-length: 9000\r\n\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\n',
      'a\n',
    ],
    [
      'a document by half',
      `POST /v1/workspaces/none/knowledge HTTP/1.1\r\n${HEAD}content-type: application/yaml\r\ncontent-length: 9000\r\n\r\na:`,
      'b',
    ],
    ['a body without a key', 'POST /v1/questions HTTP/1.1\r\nhost: a\r\ncontent-length: 900\r\n\r\n{'],
    ['a body of no address', `POST /v1/none HTTP/1.1\r\n${JSON_HEAD}content-length: 900\r\n\r\n{`],
    ['a body to be read by nobody', `GET /v1/workspaces HTTP/1.1\r\n${HEAD}content-length: 900\r\n\r\n{`],
    ['a second request by half', `GET /v1/workspaces HTTP/1.1\r\n${HEAD}\r\nGET /v1/work`],
    [
      'a second body by half',
      `GET /v1/workspaces HTTP/1.1\r\n${HEAD}\r\n${post('/v1/questions', 'content-length: 9\r\n')}{`,
    ],
  ];

  it('are all ended by the server, and hold no connection', async () => {
    const drips: NodeJS.Timeout[] = [];
    const texts = attacks.map(async ([what, first, again]) => {
      const socket = open(api.service.url, first);
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      if (again !== undefined) drips.push(setInterval(() => socket.writable && socket.write(again), 50));
      await new Promise((closed) => socket.once('close', closed));
      return [what, text] as const;
    });
    const answered = await Promise.all(texts);
    drips.forEach(clearInterval);
    for (const [what, text] of answered) {
      expect([what, text]).not.toEqual([what, expect.stringMatching(/^HTTP\/1\.1 (5|202|201)/m)]);
      expect([what, text]).not.toEqual([what, expect.stringMatching(/\n +at |node_modules/)]);
    }
    const server = (api.service.app as INestApplication).getHttpServer() as Server;
    await eventually(
      async () => (await new Promise<number>((resolve) => server.getConnections((_e, n) => resolve(n)))) === 0,
    );
  });
});

describe('hostile readers of events', () => {
  let api: ApiFixture;
  let workspace: Id;
  let running: Id;
  let ended: Id;
  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_MAX_STREAMS: String(STREAMS), ASSAY_RATE_LIMIT: '0' });
    const database = { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' };
    const body = { name: 'attacked', database };
    workspace = (await api.call<{ id: Id }>('POST /v1/workspaces', { body, headers })).body.id;
    running = await ask();
    ended = await ask();
    await api.publish(ended, 'warning-raised', { code: 'X', message: INJECTION });
    await api.finish(ended, 'GOLD', 'select 1');
  });
  afterAll(() => api.stop());

  const INJECTION = 'a\n\ndata: {"type":"question-finished"}\n\nid: 99\r\rretry: 1\u2028\u2029\u0085\ufeff';
  const ask = async (): Promise<Id> =>
    (await api.call<{ id: Id }>('POST /v1/questions', { body: { workspace, question: 'How many?' }, headers })).body.id;
  const events = (id: string, lines = '', version = '1.1'): string =>
    `GET /v1/questions/${id}/events HTTP/${version}\r\n${HEAD}${lines}\r\n`;
  const follow = (id: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${api.service.url}/v1/questions/${id}/events`, { headers, signal });
  /** All streams can be had again: none is held by a client that has gone. */
  const allFree = (): Promise<true> =>
    eventually(async () => {
      const gone = new AbortController();
      const following = Array.from({ length: STREAMS }, () => follow(running, gone.signal));
      const statuses = (await Promise.all(following)).map(({ status }) => status);
      gone.abort();
      return statuses.every((status) => status === 200);
    });

  it.each([
    '-1',
    '+1',
    '1e0',
    '0x1',
    '1.0',
    ' ',
    '1,1',
    '1 or true',
    '"1"',
    'NaN',
    'Infinity',
    '9999999999',
    '18446744073709551617',
    '__proto__',
    "1'; drop table assay.runs; --",
    '%31',
    '\u0661',
    '9'.repeat(5000),
  ])('begin from the first event after the Last-Event-ID %s', async (last) => {
    const bytes = Buffer.from(events(ended, `last-event-id: ${last}\r\nconnection: close\r\n`));
    const { statuses, text } = await sendRaw(api.service.url, bytes);
    expect(statuses).toEqual([200]);
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['1', '2', '3']);
  });

  it('get nothing twice where the header is sent twice, and nothing after the end', async () => {
    const twice = await sendRaw(
      api.service.url,
      events(ended, 'last-event-id: 1\r\nlast-event-id: 2\r\nconnection: close\r\n'),
    );
    expect(twice.statuses).toEqual([200]);
    const after = await sendRaw(api.service.url, events(ended, 'last-event-id: 999999999\r\nconnection: close\r\n'));
    expect(after.statuses).toEqual([204]);
  });

  it('get no event that is made up by the text of another', async () => {
    const text = await (await follow(ended)).text();
    const frames = text.split(/(?:\r\n|\r|\n){2}/).filter((frame) => frame.startsWith('id'));
    expect(frames).toHaveLength(3);
    expect(frames.map((frame) => frame.split(/\r\n|\r|\n/).map((line) => line.split(':')[0]))).toEqual(
      Array(3).fill(['id', 'data']),
    );
    expect(JSON.parse(frames[1]?.split('\ndata: ')[1] ?? '')).toMatchObject({ message: INJECTION });
  });

  it.each([
    ['an unknown id', '01890a5d-ac96-774b-bcce-b302099a8057', 404],
    ['the prototype', '__proto__', 404],
    ['a path', '..%2f..%2fworkspaces', 404],
    ['NUL', '%00', 404],
    ['half an escape', '%e0%a4%a', 404],
    ['SQL', "'%20or%20true--", 404],
    ['10 kB', 'x'.repeat(10_000), 404],
  ])('find nothing by %s', async (_what, id, status) => {
    expect((await sendRaw(api.service.url, events(id, 'connection: close\r\n'))).statuses).toEqual([status]);
  });

  it.each<[string, (id: string) => string, number]>([
    ['HTTP/1.0', (id) => events(id, '', '1.0'), 200],
    ['a range', (id) => events(id, 'range: bytes=0-1\r\nconnection: close\r\n'), 200],
    ['a condition', (id) => events(id, 'if-none-match: *\r\nconnection: close\r\n'), 200],
    ['an upgrade', (id) => events(id, 'connection: upgrade, close\r\nupgrade: h2c\r\n'), 200],
    ['an encoding', (id) => events(id, 'accept-encoding: gzip, br\r\nconnection: close\r\n'), 200],
    ['HEAD', (id) => events(id, 'connection: close\r\n').replace('GET', 'HEAD'), 200],
    ['POST', (id) => events(id, 'content-length: 0\r\nconnection: close\r\n').replace('GET', 'POST'), 404],
    ['DELETE', (id) => events(id, 'connection: close\r\n').replace('GET', 'DELETE'), 404],
    ['an escape in the path', (id) => events(id, 'connection: close\r\n').replace('/events', '/event%73'), 404],
    ['two slashes', (id) => events(id, 'connection: close\r\n').replace('/events', '//events'), 404],
  ])('get one answer by %s', async (_what, request, status) => {
    const { statuses, text } = await sendRaw(api.service.url, request(ended));
    expect(statuses).toEqual([status]);
    if (status === 200) expect(text).not.toMatch(/content-encoding|content-range/i);
  });

  it('are counted where they spell the address in capitals or with a slash at the end', async () => {
    const spelled = ['/v1/questions/ID/EVENTS', '/V1/Questions/ID/events/', '/v1/QUESTIONS/ID/events?x=/'];
    for (let at = 0; at < STREAMS; at += 1) {
      const path = spelled[at % spelled.length]?.replace('ID', running) ?? '';
      await begun(open(api.service.url, `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`));
    }
    expect((await follow(running)).status).toBe(429);
    for (const socket of sockets.splice(0)) socket.destroy();
    await allFree();
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['close', (socket) => socket.destroy()],
    ['break off', (socket) => socket.resetAndDestroy()],
    ['close by half, and go', (socket) => socket.end(() => socket.destroy())],
    ['read nothing, and go', (socket) => (socket.pause(), socket.destroy())],
    ['send what is none, and go', (socket) => socket.write('garbage\r\n\r\n', () => socket.destroy())],
  ])('who %s give their streams back', async (_what, leave) => {
    for (let at = 0; at < STREAMS; at += 1) await begun(open(api.service.url, events(running)));
    for (const socket of sockets.splice(0)) leave(socket);
    await allFree();
  });

  it('who are gone before the first byte give their streams back', async () => {
    for (let at = 0; at < 5 * STREAMS; at += 1) {
      const socket = open(api.service.url, events(running));
      await once(socket, 'connect');
      socket.destroy();
    }
    await allFree();
  });

  it('who send several requests at once are counted for each, and give all back', async () => {
    const socket = open(api.service.url, events(running).repeat(STREAMS));
    await begun(socket);
    await eventually(async () => {
      const { status, body } = await follow(running);
      await body?.cancel();
      return status === 429;
    });
    socket.destroy();
    await allFree();
  });

  it('who send 200 requests at once get an answer each', async () => {
    const request = `GET /v1/questions/${ended} HTTP/1.1\r\n${HEAD}`;
    const { statuses, text } = await sendRaw(
      api.service.url,
      `${`${request}\r\n`.repeat(199)}${request}connection: close\r\n\r\n`,
    );
    expect([statuses.length, text.match(/HTTP\/1\.1 200 OK/g)?.length]).toEqual([1, 200]);
  });

  it('who promise a body and bring none are served, and hold nothing', async () => {
    const socket = open(api.service.url, events(running, 'content-length: 900\r\n'));
    await begun(socket);
    socket.destroy();
    await allFree();
  });
});

/** Waits for the head of a stream: a refusal fails. */
async function begun(socket: Socket): Promise<void> {
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK/);
}
