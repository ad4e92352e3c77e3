import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AssayClient } from './index.js';
import { sampleId, sampleRun } from './testing/index.js';

const id = sampleId(1);
const [first] = sampleRun().events;
const last = { ...sampleRun().events.at(-1), sequence: 3 };
const MOST_BYTES = 3 * 16_000_000;
const HTML = '<img src=x onerror=alert(1)>\u2028data: {"sequence":9}';

describe('a hostile event stream', () => {
  let server: Server | null = null;

  async function follow(write: (response: ServerResponse) => void): Promise<object[]> {
    server = createServer((_request, response) => {
      response.on('error', () => undefined).writeHead(200, { 'content-type': 'text/event-stream' });
      write(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const seen: object[] = [];
    const options = { reconnectForMs: 0 };
    for await (const event of new AssayClient({ url: `http://127.0.0.1:${port}` }).questions.events(id, options)) {
      seen.push(event);
    }
    return seen;
  }

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it.each([
    'null',
    '1',
    '"text"',
    '[]',
    '{}',
    '{"sequence":"1"}',
    '{"sequence":1e999}',
    '{"sequence":1.5}',
    '{"sequence":1',
    '<html></html>',
  ])('is no stream of Assay by the event %s', async (data) => {
    const write = (response: ServerResponse): void => void response.write(`id: 1\ndata: ${data}\n\n`);
    await expect(follow(write)).rejects.toMatchObject({ code: 'NOT_ASSAY' });
  });

  it.each([
    ['a line', 'x'],
    ['data', 'data: xxxxxxxxxxxxxxxx\n'],
  ])('takes little of %s without end', async (_, piece) => {
    const block = piece.repeat(100_000);
    let written = 0;
    const send = (response: ServerResponse): boolean => {
      written += block.length;
      return response.write(block);
    };
    const flood = (response: ServerResponse): void => {
      const go = (): void => {
        while (!response.destroyed && written < MOST_BYTES && send(response));
      };
      response.write('data: ');
      response.on('drain', go);
      go();
    };
    await expect(follow(flood)).rejects.toMatchObject({ code: 'NOT_ASSAY' });
    expect(written).toBeLessThan(MOST_BYTES);
  });

  it('keeps texts as texts, and events once and in order', async () => {
    const event = (of: object): string =>
      `event: \u0000x\nid: 7\nretry: 99999999999999\ndata: ${JSON.stringify(of)}\n\n`;
    const hostile = { ...first, sequence: 2, label: HTML };
    const events = [{ ...first, sequence: 1 }, hostile, { ...first, sequence: -5 }, hostile, last];
    const write = (response: ServerResponse): void => void response.end(`\ufeff: x\r\n${events.map(event).join('')}`);
    expect(await follow(write)).toEqual([{ ...first, sequence: 1 }, hostile, last]);
  });
});
