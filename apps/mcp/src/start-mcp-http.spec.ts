import { afterEach, describe, expect, it } from '@jest/globals';
import { openRaw } from '@assay/testing';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMcpHttp, type McpHttpServer } from './start-mcp-http.js';

/** Not a loopback name, so it counts as public. */
const PUBLIC = '127.0.0.2';

describe('MCP over HTTP beyond 127.0.0.1', () => {
  const servers: Server[] = [];
  let mcp: McpHttpServer | null = null;

  async function assay(settings: { keyed: boolean }): Promise<string> {
    const server = createServer(({ headers }, response) => {
      const admitted = !settings.keyed || headers.authorization === 'Bearer good';
      const refused = { 'Bearer wrong-once-more': 429, 'Bearer without-role': 403 }[headers.authorization ?? ''] ?? 401;
      const wait = refused === 429 ? { 'retry-after': '7' } : {};
      response.writeHead(admitted ? 200 : refused, { 'content-type': 'application/json', ...wait });
      response.end(JSON.stringify(admitted ? { items: [], nextCursor: null } : { code: 'REFUSED', status: refused }));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const start = async (assayUrl: string, environment: NodeJS.ProcessEnv = {}): Promise<McpHttpServer> =>
    (mcp = await startMcpHttp({ assayUrl, host: PUBLIC, port: 0, environment, onError: () => undefined }));
  const post = async (url: string, key?: string): Promise<number> => (await send(url, key)).status;
  const send = (url: string, key?: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...more,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });

  afterEach(async () => {
    await mcp?.stop();
    mcp = null;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('does not start beside an Assay that asks for no key, and names the variable', async () => {
    await expect(start(await assay({ keyed: false }))).rejects.toThrow(/ASSAY_API_KEYS.*127\.0\.0\.2/);
  });

  it('serves with a key', async () => {
    const { url } = await start(await assay({ keyed: true }));
    expect(await post(url)).toBe(401);
    expect(await post(url, 'wrong')).toBe(401);
    // a new token would not help these
    expect(await post(url, 'without-role')).toBe(403);
    const limited = await send(url, 'wrong-once-more');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await post(url, 'good')).toBe(200);
  });

  it('refuses to act for a person, which it would not do', async () => {
    const { url } = await start(await assay({ keyed: true }));
    const answer = await send(url, 'good', { 'x-assay-person': 'ann' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(/PERSON_NOT_SUPPORTED/) } });
  });

  it('leads clients without a token to the issuer', async () => {
    const [resource, issuer] = ['https://mcp.example/assay/mcp', 'https://login.example'];
    const environment = { ASSAY_OIDC_ISSUER: issuer, ASSAY_MCP_URL: resource };
    const { url } = await start(await assay({ keyed: true }), environment);
    const { status, headers } = await fetch(url, { method: 'POST' });
    const metadata = 'https://mcp.example/.well-known/oauth-protected-resource/assay/mcp';
    expect([status, headers.get('www-authenticate')]).toEqual([401, `Bearer resource_metadata="${metadata}"`]);
    const found = await fetch(new URL(new URL(metadata).pathname, url));
    expect(await found.json()).toMatchObject({ resource, authorization_servers: [issuer] });
  });

  it.each([
    ['a head', 'POST /mcp HTTP/1.1\r\nhost: a\r\n'],
    ['a body', 'POST /mcp HTTP/1.1\r\nhost: a\r\nauthorization: Bearer good\r\ncontent-length: 9\r\n\r\n{'],
  ])('answers 408 to %s sent by half, as the API does', async (_what, half) => {
    const { url } = await start(await assay({ keyed: true }), { ASSAY_REQUEST_TIMEOUT_SECONDS: '1' });
    const socket = openRaw(url, half);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each(['//', 'http://['])('answers 404 to %s, which is no address', async (target) => {
    const errors: Error[] = [];
    const assayUrl = await assay({ keyed: true });
    mcp = await startMcpHttp({ assayUrl, host: PUBLIC, port: 0, onError: (error) => errors.push(error) });
    const socket = openRaw(mcp.url, `GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect([answer.toString().slice(0, 12), errors]).toEqual(['HTTP/1.1 404', []]);
  });

  it('closes connections beyond the number that the API takes too', async () => {
    const { url } = await start(await assay({ keyed: true }), { ASSAY_MAX_CONNECTIONS: '1' });
    const first = openRaw(url);
    await once(first, 'connect');
    await once(openRaw(url).resume(), 'close');
    first.destroy();
  });

  it('does not start with a limit that is none', async () => {
    const url = await assay({ keyed: true });
    await expect(start(url, { ASSAY_MAX_CONNECTIONS: 'many' })).rejects.toThrow(/ASSAY_MAX_CONNECTIONS/);
  });

  it('continues asking for one when Assay no longer does', async () => {
    const settings = { keyed: true };
    const { url } = await start(await assay(settings));
    settings.keyed = false;
    expect(await post(url)).toBe(401);
  });
});
