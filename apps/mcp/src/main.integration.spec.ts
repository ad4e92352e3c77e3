import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@assay/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('MCP as a service', () => {
  const servers: Server[] = [];
  let child: ChildProcess | null = null;

  async function listen(reported: (path: string, body: string) => void): Promise<string> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        reported(request.url ?? '', Buffer.concat(parts).toString('latin1'));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  afterEach(() => {
    child?.kill('SIGKILL');
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('continues when nobody reads its standard error', async () => {
    // its port must be known without its message
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], PORT: String(port), ASSAY_URL: await listen(() => undefined) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.destroy();
    const isLive = (): Promise<boolean> =>
      fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isLive);
    // a later turn of its loop
    expect(await isLive()).toBe(true);
    expect(child.exitCode).toBeNull();
  });

  it('exports a span of each request', async () => {
    const span = Promise.withResolvers<string>();
    const collector = await listen((path, body) => {
      if (path === '/v1/traces' && body.includes('POST /mcp')) span.resolve(body);
    });
    const environment = { PATH: process.env['PATH'], PORT: '0', ASSAY_URL: await listen(() => undefined) };
    const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_BSP_SCHEDULE_DELAY: '20' };
    child = spawn(process.execPath, [MAIN], {
      env: { ...environment, ...telemetry },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stated = '';
    while (!/listens at \S+\s/.test(stated))
      stated += String((await once(child.stderr as NodeJS.ReadableStream, 'data'))[0]);
    const url = /listens at (\S+)/.exec(stated)?.[1] ?? '';
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect(status).toBe(200);
    expect(await span.promise).toContain('assay-mcp');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
