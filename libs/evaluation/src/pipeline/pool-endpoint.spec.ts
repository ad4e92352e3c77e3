import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpstreamCalls } from './model-calls.js';
import { PoolEndpoint } from './pool-endpoint.js';

const CANDIDATES = [
  { system: 'a', sql: 'SELECT 1' },
  { system: 'b', sql: 'SELECT 2' },
];

let model: Server;
let seen: { url: string | undefined; headers: IncomingHttpHeaders }[];
let endpoint: PoolEndpoint;

beforeEach(async () => {
  seen = [];
  model = createServer(({ url, headers }, response) => {
    seen.push({ url, headers });
    response.writeHead(429, { 'retry-after': '3', 'content-type': 'application/json' }).end('{"said":"busy"}');
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  endpoint = await PoolEndpoint.start(0, new UpstreamCalls({ baseUrl, apiKey: 'the-key' }), { servesPool: true });
});
afterEach(async () => {
  await endpoint.close();
  model.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
});

function call(agent: string, task: string, question = 'q'): Promise<Response> {
  return fetch(`${endpoint.url}/chat/completions`, {
    method: 'POST',
    headers: { 'x-assay-agent': agent, 'x-assay-task': task, 'x-assay-question': question },
    body: JSON.stringify({ model: 'm' }),
  });
}
async function sqlOf(response: Response): Promise<string> {
  const body = (await response.json()) as { model: string; choices: { message: { content: string } }[] };
  const { sql } = JSON.parse(body.choices[0]?.message.content ?? '{}') as { sql: string };
  return `${body.model}: ${sql}`;
}

describe('the endpoint before the model', () => {
  it('gives each task of the generator a candidate of its own, and the same one when it asks again', async () => {
    endpoint.serve('q', CANDIDATES);
    const sqls = [];
    for (const task of ['one', 'two', 'one']) sqls.push(await sqlOf(await call('generator', task)));
    expect(sqls).toEqual(['a: SELECT 1', 'b: SELECT 2', 'a: SELECT 1']);
    expect(endpoint.taken('q')).toBe(2);
    expect(seen).toHaveLength(0);
  });

  it('lets a call wait until its question is known', async () => {
    const early = call('generator', 'one', 'later');
    endpoint.serve('later', CANDIDATES);
    expect(await sqlOf(await early)).toBe('a: SELECT 1');
  });

  it('passes everything else on to the model, with its key, and its answer back as it is', async () => {
    const answer = await call('evaluator', 'three');
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      429,
      '3',
      '{"said":"busy"}',
    ]);
    expect(seen[0]?.url).toBe('/v1/chat/completions');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer the-key', 'x-assay-agent': 'evaluator' });
  });
});
