import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { RecordingCalls, ReplayedCalls } from './call-recording.js';
import { UpstreamCalls, type ModelCalls } from './model-calls.js';
import { PoolEndpoint } from './pool-endpoint.js';

let folder: string;
let file: string;
let model: Server;
let asked: number;
let busy: boolean;
let upstream: UpstreamCalls;
const endpoints: PoolEndpoint[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-recording-'));
  file = join(folder, 'deeper', 'calls.jsonl');
  asked = 0;
  busy = false;
  model = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked += 1;
      const stated = busy ? { error: 'busy' } : { stated: `${asked}: ${body.toString()}` };
      response.writeHead(busy ? 429 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(stated));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  upstream = new UpstreamCalls({ baseUrl, apiKey: 'the-key' });
});
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close();
  model.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
  await rm(folder, { recursive: true });
});

async function ask(calls: ModelCalls, ...bodies: string[]): Promise<string[]> {
  const endpoint = await PoolEndpoint.start(0, calls, { servesPool: false });
  endpoints.push(endpoint);
  const answers: string[] = [];
  for (const body of bodies) {
    const headers = { 'x-assay-agent': 'generator', authorization: 'Bearer of-the-caller' };
    const answer = await fetch(`${endpoint.url}/chat/completions`, { method: 'POST', headers, body });
    answers.push(`${answer.status} ${await answer.text()}`);
  }
  return answers;
}

describe('a recording of calls', () => {
  it('knows a call again whose fences and cache have other names', async () => {
    const body = (workspace: string, question: string, key: string): string => {
      const content = `Data is in <data-${workspace}>. <data-${workspace} kind="schema">t</data-${workspace}> <data-${question} kind="question">n</data-${question}>`;
      return JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], prompt_cache_key: key });
    };
    const [recorded] = await ask(
      await RecordingCalls.to(file, upstream, { fresh: true }),
      body('123456789012345678', '222222222222222222', 'assay-a'),
    );
    const calls = await ReplayedCalls.from(file);
    expect(await ask(calls, body('876543210987654321', '333333333333333333', 'assay-b'))).toEqual([recorded]);
    const [other] = await ask(calls, body('876543210987654321', '876543210987654321', 'assay-b'));
    expect(other).toMatch(/^404/);
  });

  it('answers the same calls as the model did, in any order, and asks no model', async () => {
    const recorded = await ask(await RecordingCalls.to(file, upstream, { fresh: true }), '"a"', '"b"', '"a"');
    expect(asked).toBe(3);
    const calls = await ReplayedCalls.from(file);
    const [b, first, second, again] = await ask(calls, '"b"', '"a"', '"a"', '"a"');
    expect([first, b, second, again]).toEqual([...recorded, recorded[2]]);
    expect([asked, calls.missed]).toEqual([3, 0]);
  });

  it('says what it does not hold, in a way that is not asked again', async () => {
    await ask(await RecordingCalls.to(file, upstream, { fresh: true }), '"a"');
    const calls = await ReplayedCalls.from(file);
    expect(await ask(calls, '"c"')).toEqual([expect.stringMatching(/^404 .*not in the recording/)]);
    expect(calls.missed).toBe(1);
  });

  it('continues where it was interrupted, unless it is to start over', async () => {
    await ask(await RecordingCalls.to(file, upstream, { fresh: true }), '"a"');
    await ask(await RecordingCalls.to(file, upstream, { fresh: false }), '"b"');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
    await RecordingCalls.to(file, upstream, { fresh: true });
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('holds no key, and no call that the model refused', async () => {
    busy = true;
    const calls = await RecordingCalls.to(file, upstream, { fresh: true });
    expect(await ask(calls, '"a"')).toEqual([expect.stringMatching(/^429/)]);
    busy = false;
    await ask(calls, '"a"');
    const text = await readFile(file, 'utf8');
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).not.toMatch(/the-key|of-the-caller/);
    expect(text).toContain('"agent":"generator"');
  });

  it('names a file that is no recording', async () => {
    await expect(ReplayedCalls.from(file)).rejects.toThrow('there is no recording');
    const other = join(folder, 'other.jsonl');
    await writeFile(other, '{"key":"a","response":"b"}\nnonsense\n');
    await expect(ReplayedCalls.from(other)).rejects.toThrow('line 2 is not a call');
  });
});
