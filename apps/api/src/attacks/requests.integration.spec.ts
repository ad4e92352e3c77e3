import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import { openRaw, sendRaw } from '@assay/testing';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { ApiFixture } from '../testing/api-fixture.js';

const ADMIN = 'admin-key-of-attacks';
const HEAD = `host: 127.0.0.1\r\nauthorization: Bearer ${ADMIN}\r\n`;
const JSON_HEAD = `${HEAD}content-type: application/json\r\n`;
/** A second request that a careless reader would answer. */
const SMUGGLED = `DELETE /v1/workspaces/smuggled HTTP/1.1\r\n${HEAD}connection: close\r\n\r\n`;
const MEGABYTE = 1024 * 1024;

describe('hostile requests', () => {
  let api: ApiFixture;
  let workspace: Id;
  let files: Id;
  const headers = { authorization: `Bearer ${ADMIN}` };

  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN, ASSAY_FILE_MEGABYTES: '3', ASSAY_RATE_LIMIT: '0' });
    const make = async (name: string, database: object): Promise<Id> =>
      (await api.call<{ id: Id }>('POST /v1/workspaces', { body: { name, database }, headers })).body.id;
    workspace = await make('attacked', { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' });
    files = await make('uploads', { dialect: 'duckdb', url: 'duckdb://uploads' });
  });
  afterAll(() => api.stop());

  /** Nothing may hold up requests of others, or grow without end. */
  async function harmless<Result>(attack: () => Promise<Result>): Promise<Result> {
    const before = process.memoryUsage.rss();
    const result = await attack();
    expect((await api.call('GET /v1/workspaces', { headers })).status).toBe(200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE);
    return result;
  }

  const post = (lines: string, body = ''): string => `POST /v1/questions HTTP/1.1\r\n${JSON_HEAD}${lines}\r\n${body}`;

  it.each<[string, string, number[]]>([
    ['both lengths', post('content-length: 4\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
    [
      'a blank before the colon',
      post('transfer-encoding : chunked\r\ncontent-length: 4\r\n', `0\r\n\r\n${SMUGGLED}`),
      [400],
    ],
    ['two lengths', post('content-length: 0\r\ncontent-length: 9\r\n', SMUGGLED), [400]],
    ['the same length twice', post('content-length: 2\r\ncontent-length: 2\r\n', `{}${SMUGGLED}`), [400]],
    ['a list of lengths', post('content-length: 2, 2\r\n', `{}${SMUGGLED}`), [400]],
    ['a length with a sign', post('content-length: +2\r\n', `{}${SMUGGLED}`), [400]],
    ['a negative length', post('content-length: -2\r\n', `{}${SMUGGLED}`), [400]],
    ['a hexadecimal length', post('content-length: 0x2\r\n', `{}${SMUGGLED}`), [400]],
    ['a length beyond 64 bits', post('content-length: 99999999999999999999\r\n', '{}'), [400]],
    ['an unknown transfer encoding', post('transfer-encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
    [
      'chunked before another encoding',
      post('transfer-encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`),
      [400],
    ],
    ['chunked behind a control character', post('transfer-encoding: \x0bchunked\r\n', `0\r\n\r\n${SMUGGLED}`), [400]],
    ['a chunk beyond 64 bits', post('transfer-encoding: chunked\r\n', 'fffffffffffffffff\r\n{}'), [400]],
    ['a chunk of negative size', post('transfer-encoding: chunked\r\n', `-1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`), [400]],
    ['a chunk with a large extension', post('transfer-encoding: chunked\r\n', `1;${'x'.repeat(20_000)}\r\n{`), [413]],
    ['a chunk that ends with a line feed', post('transfer-encoding: chunked\r\n', `2\n{}\n0\n\n${SMUGGLED}`), [400]],
    [
      'a header that goes on in the next line',
      post('x: a\r\n b\r\ncontent-length: 2\r\nconnection: close\r\n', '{}'),
      [400],
    ],
    [
      'a header that ends with a line feed',
      post('x: a\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n', `0\r\n\r\n${SMUGGLED}`),
      [400],
    ],
    ['NUL in a header', post('x: a\0b\r\ncontent-length: 2\r\n', '{}'), [400]],
    ['no host', 'GET /v1/workspaces HTTP/1.1\r\n\r\n', [400]],
    ['HTTP/0.9', 'GET /v1/workspaces\r\n\r\n', [401]],
    ['HTTP/9.9', `GET /v1/workspaces HTTP/9.9\r\n${HEAD}\r\n`, [400]],
    ["HTTP/2's preface", 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400]],
    ['an unknown method', `STEAL /v1/workspaces HTTP/1.1\r\n${HEAD}\r\n`, [400]],
    ['an unknown expectation', post('expect: 200-maybe\r\ncontent-length: 2\r\nconnection: close\r\n', '{}'), [417]],
    ['a body beyond its length', post('content-length: 2\r\n', '{}garbage\r\n\r\n'), [400]],
    ['a tunnel', `CONNECT 169.254.169.254:80 HTTP/1.1\r\n${HEAD}\r\n`, []],
    ['TRACE', `TRACE /v1/workspaces HTTP/1.1\r\n${HEAD}connection: close\r\n\r\n`, [404]],
    [
      'an upgrade',
      `GET /v1/nothing HTTP/1.1\r\n${HEAD}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`,
      [404],
    ],
  ])('get one answer each and change nothing: %s', async (_what, text, statuses) => {
    const answer = await harmless(() => sendRaw(api.service.url, Buffer.from(text, 'latin1')));
    expect(answer.statuses).toEqual(statuses);
    expect(answer.text).not.toMatch(/WORKSPACE_NOT_FOUND| at .*\.[jt]s:\d/);
  });

  it.each<[string, string]>([
    ['headers of 100 kB', post(`x: ${'a'.repeat(100_000)}\r\ncontent-length: 2\r\n`, '{}')],
    ['3,000 headers', post(`${'x: a\r\n'.repeat(3000)}content-length: 2\r\n`, '{}')],
    ['an address of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`],
  ])('are ended by 431, or by the end of the connection: %s', async (_what, text) => {
    const { statuses } = await harmless(() => sendRaw(api.service.url, text));
    expect(statuses.filter((status) => status !== 431)).toEqual([]);
  });

  it('take no key from a trailer', async () => {
    const head =
      'POST /v1/questions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nconnection: close\r\n';
    const trailer = `transfer-encoding: chunked\r\ntrailer: authorization\r\n\r\n2\r\n{}\r\n0\r\nauthorization: Bearer ${ADMIN}\r\n\r\n`;
    expect((await sendRaw(api.service.url, head, trailer)).statuses).toEqual([401]);
  });

  const spaces = Buffer.alloc(20 * MEGABYTE, ' ');
  it.each<[string, string, () => Buffer, number, string]>([
    ['gzip', 'gzip', () => gzipSync(spaces), 413, 'BODY_TOO_LARGE'],
    ['deflate', 'deflate', () => deflateSync(spaces), 413, 'BODY_TOO_LARGE'],
    [
      'brotli',
      'br',
      () => brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      413,
      'BODY_TOO_LARGE',
    ],
    ['gzip within gzip', 'gzip, gzip', () => gzipSync(gzipSync(spaces)), 415, ''],
    ['an unknown encoding', 'zip', () => gzipSync('{}'), 415, ''],
    ['gzip by half', 'gzip', () => gzipSync('{"question":"x"}').subarray(0, 15), 400, ''],
    ['gzip that is none', 'gzip', () => Buffer.from('{"question":"x"}'), 400, ''],
    ['brotli that is none', 'br', () => Buffer.from('{"question":"x"}'), 400, ''],
  ])('unpack no more of a body than may be read: %s', async (_what, encoding, body, status, code) => {
    const bomb = new Uint8Array(body());
    for (const path of ['/v1/questions', '/v1/story-evaluations', `/v1/workspaces/${workspace}/knowledge`]) {
      const response = await harmless(() =>
        fetch(`${api.service.url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-encoding': encoding },
          body: bomb,
        }),
      );
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.json()).toMatchObject({ status, ...(code === '' ? {} : { code }) });
    }
  });

  it.each<[string, string, string | Buffer, number]>([
    ['UTF-7', 'application/json; charset=utf-7', '+AHsAfQ-', 422],
    ['UTF-16 in disguise', 'application/json', Buffer.from('\ufeff{"question":"x"}', 'utf16le'), 400],
    ['broken UTF-8', 'application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 422],
    ['a null byte', 'application/json', '{"question":"x"}\0', 400],
    ['two documents', 'application/json', '{}{}', 400],
    ['comments', 'application/json', '{/* */}', 400],
    ['NaN', 'application/json', '{"question":NaN}', 400],
    ['a prototype', 'application/json', '{"__proto__":{"workspace":"w","question":"x"}}', 422],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{"workspace":"w"}}}', 422],
    ['a depth of 100,000', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 422],
    ['objects 20,000 deep', 'application/json', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 422],
    ['a number without end', 'application/json', `{"question":1${'0'.repeat(200_000)}}`, 422],
    [
      '30,000 unknown fields',
      'application/json',
      `{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join()}}`,
      413,
    ],
    ['two types', 'application/json, text/plain', '{}', 415],
    ['a type without end', `application/json;${'a'.repeat(8000)}`, '{}', 422],
  ])('are refused with a problem: %s', async (_what, type, body, status) => {
    const response = await harmless(() =>
      fetch(`${api.service.url}/v1/questions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    const text = await response.text();
    expect(text.length).toBeLessThan(20_000);
    expect(({} as { workspace?: string }).workspace).toBeUndefined();
  });

  const part = (disposition: string, content = 'a\n1\n', more = ''): string =>
    `--b\r\ncontent-disposition: ${disposition}\r\n${more}\r\n${content}\r\n`;
  const file = 'form-data; name="files"; filename="a.csv"';
  it.each<[string, string, string, number[]]>([
    ['no boundary', 'multipart/form-data', 'x', [415]],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x', [422]],
    ['a boundary of 10,000 characters', `multipart/form-data; boundary=${'b'.repeat(10_000)}`, 'x', [400]],
    ['no part', 'multipart/form-data; boundary=b', '--b--\r\n', [422]],
    ['another boundary', 'multipart/form-data; boundary=b', '--c\r\n\r\n--c--\r\n', [400]],
    ['no end', 'multipart/form-data; boundary=b', part(file), [400]],
    ['a half header', 'multipart/form-data; boundary=b', '--b\r\ncontent-dis', [400]],
    ['a header without end', 'multipart/form-data; boundary=b', `--b\r\nx: ${'a'.repeat(200_000)}`, [400]],
    [
      '2,000 headers',
      'multipart/form-data; boundary=b',
      `${part(file, 'a', 'x: a\r\n'.repeat(2000))}--b--\r\n`,
      [200, 400, 422],
    ],
    ['a part without a name', 'multipart/form-data; boundary=b', `${part('form-data')}--b--\r\n`, [422, 400]],
    [
      'a file without a name',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="files"; filename=""')}--b--\r\n`,
      [422],
    ],
    [
      'a name with NUL',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="files"; filename="a\0.csv"')}--b--\r\n`,
      [200, 400, 422],
    ],
    [
      'a name of 100,000 characters',
      'multipart/form-data; boundary=b',
      `${part(`form-data; name="files"; filename="${'n'.repeat(100_000)}.csv"`)}--b--\r\n`,
      [400, 422],
    ],
    [
      'a name in another charset',
      'multipart/form-data; boundary=b',
      `${part("form-data; name=files; filename*=utf-16''%ff%fe%00.csv")}--b--\r\n`,
      [400, 422],
    ],
    [
      'a name with an escaped path',
      'multipart/form-data; boundary=b',
      `${part("form-data; name=files; filename*=utf-8''..%2f..%2fetc%2fpasswd")}--b--\r\n`,
      [422],
    ],
    [
      'the prototype as a field',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="__proto__[polluted]"', 'x')}${part('form-data; name="constructor[prototype][polluted]"', 'x')}--b--\r\n`,
      [422],
    ],
    [
      '1,000 fields',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="f"', 'x').repeat(1000)}--b--\r\n`,
      [400],
    ],
    [
      'a field of 1 MB',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="f"', 'x'.repeat(MEGABYTE))}--b--\r\n`,
      [400],
    ],
    [
      'a form within a form',
      'multipart/form-data; boundary=b',
      `${part(file, '--c\r\n\r\nx\r\n--c--', 'content-type: multipart/mixed; boundary=c\r\n')}--b--\r\n`,
      [200],
    ],
    [
      'half of a delimiter again and again',
      'multipart/form-data; boundary=b',
      `${part(file, '\r\n--'.repeat(200_000))}--b--\r\n`,
      [200],
    ],
  ])('send malformed forms and get an error: %s', async (_what, type, body, statuses) => {
    const response = await harmless(() =>
      fetch(`${api.service.url}/v1/workspaces/${files}/files`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: new Uint8Array(Buffer.from(body, 'latin1')),
      }),
    );
    const text = await response.text();
    expect([statuses.includes(response.status), response.status, text]).toEqual([true, response.status, text]);
    expect(JSON.parse(text)).toMatchObject(
      response.status === 200 ? { takesUploads: true } : { status: response.status },
    );
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('stop in the middle, and the file is not kept', async () => {
    const upload = `POST /v1/workspaces/${files}/files HTTP/1.1\r\n${HEAD}content-type: multipart/form-data; boundary=b\r\n`;
    const sockets = Array.from({ length: 20 }, () =>
      openRaw(api.service.url, `${upload}content-length: 9000\r\n\r\n${part(file.replace('a.csv', 'stalled.csv'))}`),
    );
    await Promise.all(sockets.map((socket) => new Promise((connected) => socket.once('connect', connected))));
    await harmless(() => Promise.resolve());
    for (const socket of sockets) socket.destroy();
    const { body } = await api.call<{ files: { name: string }[] }>(`GET /v1/workspaces/${files}/files`, { headers });
    expect(body.files.map(({ name }) => name)).not.toContain('stalled.csv');
  });
});
