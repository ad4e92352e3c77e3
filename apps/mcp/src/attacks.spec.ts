import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeAssay } from '@assay/client/testing';
import { openRaw } from '@assay/testing';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { startMcpHttp, type McpHttpServer } from './start-mcp-http.js';

const KEY = 'good';
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

interface Tool {
  name: string;
  inputSchema: { properties?: Record<string, { type?: string }>; required?: string[] };
}

describe('hostile messages of MCP over HTTP', () => {
  let assay: FakeAssay;
  let mcp: McpHttpServer;
  beforeAll(async () => {
    assay = await FakeAssay.start();
    assay.on('GET /v1/workspaces', ({ headers }) =>
      headers.authorization === `Bearer ${KEY}`
        ? { body: { items: [], nextCursor: null } }
        : { status: 401, body: { code: 'UNAUTHORIZED', status: 401, title: 'No', detail: 'No.', type: 'about:blank' } },
    );
    mcp = await startMcpHttp({ assayUrl: assay.url, port: 0, environment: {}, onError: () => undefined });
  });
  afterEach(async () => {
    expect((await post(call('tools/list'))).status).toBe(200);
    assay.requests.splice(0);
  });
  afterAll(async () => {
    await mcp?.stop();
    await assay?.close();
  });

  const call = (method: unknown, params: unknown = {}, id: unknown = 1): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const post = async (
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(mcp.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: response.status, text: await response.text() };
  };
  /** `fetch` forbids some headers. */
  const raw = async (lines: string, target = '/mcp', method = 'POST'): Promise<number> => {
    const body = call('tools/list');
    const fixed = `content-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\n`;
    const socket = openRaw(mcp.url, `${method} ${target} HTTP/1.1\r\n${lines}${fixed}connection: close\r\n\r\n${body}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return Number(answer.toString().slice(9, 12));
  };
  /** Requests to Assay beyond the check of keys. */
  const reached = (): unknown[] => assay.requests.filter(({ path }) => path !== '/v1/workspaces');
  /** The message of a JSON-RPC answer, in JSON or as an event. */
  const messageIn = (text: string): { error?: { code: number; message: string }; result?: { isError?: boolean } } =>
    JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as { error?: { code: number; message: string } };

  const key = `authorization: Bearer ${KEY}\r\n`;
  it.each<[string, string, number]>([
    ['the host of another site', `host: evil.example\r\n${key}`, 403],
    ['a host that begins like ours', `host: 127.0.0.1.evil.example\r\n${key}`, 403],
    ['a host that ends like ours', `host: evil.localhost.example\r\n${key}`, 403],
    ['a host with a user', `host: localhost@evil.example\r\n${key}`, 403],
    ['an address of another network', `host: 169.254.169.254\r\n${key}`, 403],
    ['an unspecified address', `host: 0.0.0.0\r\n${key}`, 403],
    ['no host', key, 400],
    ['an empty host', `host:\r\n${key}`, 403],
    ['another host first', `host: evil.example\r\nhost: localhost\r\n${key}`, 403],
    ['the page of another site', `host: localhost\r\norigin: https://evil.example\r\n${key}`, 403],
    ['a page without a site', `host: localhost\r\norigin: null\r\n${key}`, 403],
    ['a site that begins like ours', `host: localhost\r\norigin: http://localhost.evil.example\r\n${key}`, 403],
    ['a rebound name', `host: localhost\r\norigin: http://127.0.0.1.nip.io\r\n${key}`, 403],
    ['a forwarded host', `host: evil.example\r\nx-forwarded-host: localhost\r\n${key}`, 403],
    ['no key', 'host: localhost\r\n', 401],
    ['an unknown key', 'host: localhost\r\nauthorization: Bearer bad\r\n', 401],
    ['two keys', `host: localhost\r\nauthorization: Bearer ${KEY}, Bearer bad\r\n`, 401],
    ['a key as a password', `host: localhost\r\nauthorization: Basic ${btoa(`x:${KEY}`)}\r\n`, 401],
    ['a key as a cookie', `host: localhost\r\ncookie: authorization=Bearer ${KEY}\r\n`, 401],
    ['a key of another header', `host: localhost\r\nx-api-key: ${KEY}\r\nproxy-authorization: Bearer ${KEY}\r\n`, 401],
    ['a key of 10 kB', `host: localhost\r\nauthorization: Bearer ${'k'.repeat(10_000)}\r\n`, 401],
    ['a person', `host: localhost\r\nx-assay-person: admin\r\n${key}`, 400],
    ['the session of another client', `host: localhost\r\nmcp-session-id: ${ID}\r\n${key}`, 200],
    ['a session of garbage', `host: localhost\r\nmcp-session-id: ../../${'s'.repeat(5000)}\r\n${key}`, 200],
    ['an unknown version', `host: localhost\r\nmcp-protocol-version: 1066-10-14\r\n${key}`, 400],
    ['both lengths', `host: localhost\r\ntransfer-encoding: chunked\r\n${key}`, 400],
  ])('are admitted by their head: %s', async (_what, lines, status) => {
    expect(await raw(lines)).toBe(status);
  });

  it.each<[string, string, number[]]>([
    ['POST', '/mcp/', [404]],
    ['POST', '//mcp', [404]],
    ['POST', '/MCP', [404]],
    ['POST', `/mcp/../v1/workspaces`, [404]],
    ['POST', `/?key=${KEY}`, [404]],
    ['POST', '/.well-known/oauth-protected-resource', [404]],
    ['GET', '/mcp', [405, 400]],
    ['DELETE', '/mcp', [405, 400]],
    ['PUT', '/mcp', [405, 400]],
    ['TRACE', '/mcp', [405, 400]],
  ])('reach nothing by %s %s', async (method, target, statuses) => {
    expect(statuses).toContain(await raw(`host: localhost\r\n${key}`, target, method));
    expect(reached()).toEqual([]);
  });

  const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const withArguments = (text: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_schema","arguments":${text}}}`;
  it.each<[string, string | Buffer, Record<string, string>?]>([
    ['nothing', ''],
    ['half an object', '{"jsonrpc":"2.0",'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"tools/list"'],
    ['an empty list', '[]'],
    ['lists of nothing', '[[[]]]'],
    ['NaN', '{"jsonrpc":"2.0","id":NaN,"method":"tools/list"}'],
    ['NUL', `${call('tools/list')}\0`],
    ['UTF-16', Buffer.from(call('tools/list'), 'utf16le')],
    ['two messages', `${call('tools/list')}${call('tools/list')}`],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ['no version', '{"id":1,"method":"tools/list"}'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['a method that is a number', call(5)],
    ['a method that is an object', call({ toString: 'x' })],
    ['an id that is an object', call('tools/list', {}, { $gt: '' })],
    ['an id that is a list', call('tools/list', {}, [1])],
    ['an id beyond all numbers', '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}'],
    ['parameters that are a list', call('tools/list', [1])],
    ['parameters that are a text', call('tools/list', 'x')],
    ['an unknown method', call('admin/keys')],
    ['a method of the prototype', call('__proto__')],
    ['a method of all objects', call('constructor')],
    ['a request that is the server’s', call('sampling/createMessage', { messages: [], maxTokens: 9 })],
    ['101 messages', `[${Array(101).fill(call('tools/list')).join()}]`],
    ['a batch within a batch', `[[${call('tools/list')}]]`],
    ['5 MB', call('tools/call', { name: 'ask', arguments: { question: 'x'.repeat(5_000_000) } })],
    ['5 MB packed', gzipSync(call('tools/list', { x: 'x'.repeat(5_000_000) })), { 'content-encoding': 'gzip' }],
    ['another type', call('tools/list'), { 'content-type': 'text/plain' }],
    ['a form', 'jsonrpc=2.0&method=tools/list', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no answer that it takes', call('tools/list'), { accept: 'image/png' }],
    ['arguments 100,000 deep', withArguments(DEEP)],
    ['arguments that are a text', withArguments('"x"')],
    ['arguments that are a list', withArguments('[{"workspace":"x"}]')],
    ['a prototype in arguments', withArguments('{"__proto__":{"workspace":"x"}}')],
    ['a constructor in arguments', withArguments('{"workspace":"x","constructor":{"prototype":{"a":1}}}')],
    ['20,000 arguments', withArguments(`{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":1`).join()}}`)],
    ['a tool of the prototype', call('tools/call', { name: '__proto__', arguments: {} })],
    ['a tool of all objects', call('tools/call', { name: 'toString', arguments: {} })],
    ['a tool without a name', call('tools/call', { arguments: {} })],
    ['a tool of 1 MB', call('tools/call', { name: 'x'.repeat(1_000_000) })],
    ['a progress token that is an object', call('tools/list', { _meta: { progressToken: { a: 1 } } })],
    ['a cursor that is an object', call('resources/list', { cursor: { a: 1 } })],
    ['a version that is none', call('initialize', { protocolVersion: 5, capabilities: {}, clientInfo: {} })],
  ])('are refused as a whole: %s', async (_what, body, headers = {}) => {
    const { status, text } = await post(body, headers);
    expect(status).toBeLessThan(500);
    if (status === 200) {
      const { error, result } = messageIn(text);
      expect(error ?? result).toMatchObject(error ? { code: expect.any(Number) } : { isError: true });
    } else expect(status).toBeGreaterThanOrEqual(400);
    // The SDK repeats unknown names.
    expect(text.length).toBeLessThan(body.length + 100_000);
    expect(text).not.toMatch(/\n +at |node_modules|\/src\//);
    expect(reached()).toEqual([]);
    expect(({} as { workspace?: string; a?: number }).workspace).toBeUndefined();
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it.each<[string, string]>([
    ['an answer to nothing', '{"jsonrpc":"2.0","id":77,"result":{}}'],
    ['an error of nothing', '{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}'],
    ['the end of the request of another', call('notifications/cancelled', { requestId: 1 }, undefined)],
    ['progress of nothing', call('notifications/progress', { progressToken: 1, progress: 1e308 }, undefined)],
    ['an unknown notification', call('notifications/shutdown', {}, undefined)],
  ])('change nothing where no answer is due: %s', async (_what, body) => {
    const { status, text } = await post(body);
    expect([status < 500, text.length < 1000]).toEqual([true, true]);
    expect(reached()).toEqual([]);
  });

  it('are refused as a batch if one of them is no message', async () => {
    const { status, text } = await post(`[${call('tools/list', {}, 1)},${call('none', {}, 2)},{"jsonrpc":"2.0"}]`);
    expect([status, messageIn(text).error?.code]).toEqual([400, -32600]);
  });

  it.each([
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    'assay://workspaces/../schema',
    'assay://workspaces/%2e%2e/schema',
    'assay://workspaces/..%2f..%2fapi-keys/schema',
    'assay://workspaces/..%5c..%5capi-keys/schema',
    'assay://workspaces/x%2fknowledge%2fy/schema',
    'assay://workspaces/x%3fadmin=true/schema',
    'assay://workspaces/x%23/schema',
    'assay://workspaces/x%00/schema',
    'assay://workspaces/%ff/schema',
    'assay://workspaces//schema',
    'assay://workspaces/./gold-sqls',
    'assay://user:secret@workspaces/x/schema',
    `assay://workspaces/${'x'.repeat(100_000)}/schema`,
    `assay://workspaces/${'a/'.repeat(50_000)}schema`,
    'assay://workspaces/{workspace}/schema',
    'javascript:alert(1)',
    '',
    '\u0000',
  ])('read no other resource by %s', async (uri) => {
    const { status, text } = await post(call('resources/read', { uri }));
    expect(status).toBeLessThan(500);
    expect(messageIn(text).error?.code).toEqual(expect.any(Number));
    for (const { path } of assay.requests) expect(path).toMatch(/^\/v1\/workspaces(?:\/[^/]+\/(?:schema|gold-sqls))?$/);
  });

  it('call tools with arguments of other types, and reach Assay with none', async () => {
    const listed = await post(call('tools/list'));
    const { tools } = messageIn(listed.text).result as unknown as { tools: Tool[] };
    const good = (name: string): unknown => (/workspace|label|name$/.test(name) ? 'x' : ID);
    let tried = 0;
    for (const { name, inputSchema } of tools) {
      const { properties = {}, required = [] } = inputSchema;
      const whole = Object.fromEntries(required.map((field) => [field, good(field)]));
      for (const [field, { type }] of Object.entries(properties)) {
        // Each call costs a new server: two wrong types of a field are enough.
        for (const wrong of [null, [], 5]) {
          const kind = Array.isArray(wrong) ? 'array' : wrong === null ? 'null' : typeof wrong;
          if (type === undefined || kind === type || (type === 'integer' && kind === 'number')) continue;
          const given = { ...whole, [field]: wrong };
          const { status, text } = await post(call('tools/call', { name, arguments: given }));
          const { error, result } = messageIn(text);
          expect([name, given, status, error !== undefined || result?.isError]).toEqual([name, given, 200, true]);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(reached()).toEqual([]);
  });

  it('stay closed to a hundred wrong keys, and open to the right one', async () => {
    const wrong = Array.from({ length: 100 }, (_, at) => post(call('tools/list'), { authorization: `Bearer w${at}` }));
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]));
  });
});
