import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMcpHttp, type McpHttpServer } from '@assay/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { call } from './harness/mcp-call.js';
import { CLI } from './harness/program-of.js';
import { verdictsOf } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, type World } from './harness/world.js';

const QUICK = { effort: 'quick', judge: 'behaviour', verdicts: 'weighed' };
const BUSY = { status: 429, headers: { 'retry-after': '2' }, body: { error: { message: 'slow down' } } };
const EARLY = /not tested yet, 2 of 2 SQLs agree: customers = 5/;

describe('a waiting client', () => {
  let world: World;
  let server: McpHttpServer;
  const client = new Client({ name: 'test', version: '1' });
  const env = (): NodeJS.ProcessEnv => ({ ...process.env, ASSAY_URL: world.api.url, ASSAY_WORKSPACE: world.workspace });
  beforeAll(async () => {
    world = await shareWorld({ workspace: { settings: { ...LONG_TIMEOUT, ...QUICK } } });
    server = await startMcpHttp({ assayUrl: world.api.url, port: 0, onError: () => undefined });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  });
  afterAll(async () => {
    await client.close();
    await server?.stop();
    await world?.end();
  });

  it('gets one event when a model postpones calls, and a replay accepts it', async () => {
    const { id, record } = await world.play(
      {
        any: ({ agent, turn }) => (agent === 'evaluator' && turn === 0 ? BUSY : undefined),
      },
      { settings: QUICK },
    );
    expect(record.status).toBe('GOLD');
    const waits = record.events.filter(({ type }) => type === 'model-waiting');
    expect(waits).toMatchObject([{ agent: 'evaluator', seconds: 2, times: 1 }]);
    expect(await world.api.expect(200, 'POST', `/v1/questions/${id}/replay`)).toMatchObject({ identical: true });
    const { stderr } = await promisify(execFile)(process.execPath, [CLI, 'follow', id], { env: env() });
    expect(stderr).toMatch(/takes no calls now: called again in 2 s\n/);
  });

  /** A question whose judge answers once its early rows were shown. */
  function held(question: string): () => void {
    let release: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => (release = resolve));
    world.cast.play(question, {
      verdicts: async (asked) => {
        await shown;
        return { reasoning: 'read', verdicts: verdictsOf(asked) };
      },
    });
    return release;
  }

  it('sees early rows on the command line, which are no part of the answer', async () => {
    const question = 'On the command line: how many customers are there?';
    const release = held(question);
    const asking = spawn(process.execPath, [CLI, 'ask', question], { env: env() });
    let [answer, progress] = ['', ''];
    asking.stdout.on('data', (text: Buffer) => (answer += text.toString()));
    asking.stderr.on('data', (text: Buffer) => {
      progress += text.toString();
      if (EARLY.test(progress)) release();
    });
    const [code] = (await once(asking, 'close')) as [number];
    expect([code, progress]).toEqual([0, expect.stringMatching(EARLY)]);
    expect(answer).toContain('GOLD');
    expect(answer).not.toContain('not tested');
  });

  it('sees early rows in the progress of MCP, never in the result of the tool', async () => {
    const question = 'Over MCP: how many customers are there?';
    const release = held(question);
    const messages: string[] = [];
    const asked = await call(client, 'ask', { workspace: world.workspace, question }, ({ message = '' }) => {
      messages.push(message);
      if (EARLY.test(message)) release();
    });
    expect(asked.data).toMatchObject({ status: 'GOLD', rows: { rows: [[expect.anything()]] } });
    expect(messages.filter((message) => EARLY.test(message))).not.toEqual([]);
    expect(messages).toContainEqual(expect.stringMatching(/^judging( \(0 of 1\))? · next: .+ · \d+ s$/));
    expect(asked.text + JSON.stringify(asked.data)).not.toMatch(/not tested|"tested"/);
  });
});
