import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMcpHttp, type McpHttpServer } from '@assay/mcp';
import { Client, StreamableHTTPClientTransport, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { call, CALL_OPTIONS } from './harness/mcp-call.js';
import { CLI } from './harness/program-of.js';
import { GOOD_SQL, unanswered } from './harness/script.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const ADMIN = 'admin-key-of-the-tests';

let world: OwnWorld;
let workspaceName: string;
beforeAll(async () => {
  world = await createWorld({ env: { ASSAY_API_KEYS: ADMIN } });
  const { name } = await world.api.expect<{ name: string }>(200, 'GET', `/v1/workspaces/${world.workspace}`);
  workspaceName = name;
});
afterAll(() => world?.end());

/** What hosts do, over any transport. */
function hostsCan(client: () => Client): void {
  it('see what there is', async () => {
    const { tools } = await client().listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'ask',
      'ask_again',
      'cancel',
      'cancel_evaluation',
      'cancel_story_evaluation',
      'chart',
      'correct',
      'evaluate_story',
      'evaluate_workspace',
      'export_csv',
      'find_questions',
      'like',
      'list_workspaces',
      'page_rows',
      'read_evaluation',
      'read_narration',
      'read_record',
      'read_story_evaluation',
      'save',
      'settle',
      'show_schema',
    ]);
    expect(tools.find(({ name }) => name === 'ask')?.inputSchema).toMatchObject({
      required: ['workspace', 'question'],
    });
    const listed = await call(client(), 'list_workspaces', {});
    expect(listed.text).toContain(`${workspaceName} (postgres) ${world.workspace}`);
    const schema = await call(client(), 'show_schema', { workspace: workspaceName });
    expect(schema.text).toContain('customer');
  });

  it('ask, see progress, and get the SQL with its verdict and rows', async () => {
    const question = `How many customers are there, question ${process.hrtime.bigint()}?`;
    world.cast.play(question, {});
    const reported: Progress[] = [];
    const asked = await call(client(), 'ask', { workspace: workspaceName, question }, (progress) =>
      reported.push(progress),
    );
    expect(asked.isError).toBeUndefined();
    expect(asked.text).toContain(GOOD_SQL);
    expect(asked.text).toContain('GOLD');
    expect(asked.data).toMatchObject({
      status: 'GOLD',
      case: 'A',
      asked: question,
      rows: { rows: [[expect.anything()]] },
    });
    expect(reported.length).toBeGreaterThan(3);
    const steps = reported.map(({ progress }) => progress);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect(reported[0]?.message).toBe(`question ${String(asked.data['question'])}`);

    const id = asked.data['question'];
    const record = await call(client(), 'read_record', { question: id });
    expect(record.text).toMatch(/BASIC: \d+ candidates, 1 valid and distinct; \d+ tests; 0 failed verdicts; case A/);
    const attempts = await call(client(), 'read_record', { question: id, detail: 'attempts' });
    expect(attempts.data).toMatchObject({ attempts: [{ level: 'BASIC', case: 'A' }] });
    const full = await call(client(), 'read_record', { question: id, detail: 'full' });
    expect(full.data).toEqual(await world.api.expect(200, 'GET', `/v1/questions/${String(id)}/record`));
    const rows = await call(client(), 'page_rows', { question: id, limit: 1 });
    expect(rows.data).toMatchObject({ columns: [{ name: 'customers' }], rows: [[expect.anything()]] });
    const csv = await call(client(), 'export_csv', { question: id });
    expect(csv.data).toEqual({ csv: 'customers\r\n5\r\n', truncated: false });
    expect((await call(client(), 'like', { question: id })).data).toMatchObject({ created: true });
    expect((await call(client(), 'like', { question: id })).data).toMatchObject({ created: false });
    const named = await call(client(), 'save', { question: id, name: 'Zebra count' });
    expect(named.data).toMatchObject({ question: id, name: 'Zebra count' });
    const found = await call(client(), 'find_questions', { search: 'zeb', saved: true });
    expect(found.data['questions']).toContainEqual(expect.objectContaining({ question: id, name: 'Zebra count' }));
    const followUps = await call(client(), 'find_questions', { follows: id });
    expect(followUps).toMatchObject({ text: 'There are none.', data: { questions: [] } });
    const wrong = await call(client(), 'correct', { question: id, comment: 'not these' });
    expect(wrong.data).toMatchObject({ comment: 'not these', goldSql: null });
    expect((await call(client(), 'chart', { question: id })).data).toHaveProperty('chart');
  });

  it('ask without waiting, and read the answer later', async () => {
    const question = `How many, asked in passing, question ${process.hrtime.bigint()}?`;
    const asked = await call(client(), 'ask', { workspace: workspaceName, question, wait: false });
    const id = String(asked.data['question']);
    expect((await world.ended(id)).status).toBe('GOLD');
    expect((await call(client(), 'read_record', { question: id })).data).toMatchObject({ status: 'GOLD' });
  });

  it('cancel a question', async () => {
    const question = `How many, never answered, question ${process.hrtime.bigint()}?`;
    world.cast.play(question, { any: unanswered });
    const { data } = await call(client(), 'ask', { workspace: workspaceName, question, wait: false });
    expect((await call(client(), 'cancel', { question: data['question'] })).isError).toBeUndefined();
    expect((await world.ended(String(data['question']))).status).toBe('CANCELLED');
    const late = await call(client(), 'cancel', { question: data['question'] });
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining('ALREADY_FINISHED') });
  });

  it('get a readable error', async () => {
    const nowhere = await call(client(), 'ask', { workspace: 'nowhere', question: 'How many?' });
    expect(nowhere).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no such workspace.'),
    });
    const loose = await call(client(), 'ask', { workspace: workspaceName, question: '   ' });
    expect(loose).toMatchObject({
      isError: true,
      text: expect.stringContaining('question: must not be empty'),
    });
    const misspelt = await call(client(), 'ask', { workspace: workspaceName, question: 'How many?', evidences: [] });
    expect(misspelt).toMatchObject({ isError: true, text: expect.stringContaining('evidences') });
    const none = await call(client(), 'page_rows', { question: '01890a5d-ac96-774b-bcce-b302099a8057' });
    expect(none).toMatchObject({ isError: true, text: expect.stringContaining('QUESTION_NOT_FOUND') });
  });

  it('are refused over the quota of the day, with the time of the next one', async () => {
    const workspace = await world.createWorkspace({ settings: { quota: { questionsPerDay: 0 } } });
    const refused = await call(client(), 'ask', { workspace, question: 'How many today?' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^QUOTA_EXCEEDED: .*0 of 0 questions[^]*Try again in \d+ s\.$/);
    await world.api.expect(204, 'DELETE', `/v1/workspaces/${workspace}`);
  });

  it('read schemas and gold SQLs as resources', async () => {
    const { resources } = await client().listResources();
    const base = `assay://workspaces/${world.workspace}`;
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining([`${base}/schema`, `${base}/gold-sqls`]));
    const schema = await client().readResource({ uri: `${base}/schema` });
    expect(JSON.stringify(schema.contents)).toContain('customer');
    const goldSqls = await client().readResource({ uri: `${base}/gold-sqls` });
    expect(JSON.stringify(goldSqls.contents)).toContain(GOOD_SQL);
    const nowhere = `assay://workspaces/01890a5d-ac96-774b-bcce-b302099a8057`;
    for (const uri of [`${nowhere}/schema`, `${nowhere}/gold-sqls`]) {
      await expect(client().readResource({ uri })).rejects.toThrow('There is no such workspace.');
    }
  });
}

describe('MCP over standard input and output', () => {
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [CLI, 'mcp'],
        env: { PATH: process.env['PATH'] ?? '', ASSAY_URL: world.assay.url, ASSAY_API_KEY: ADMIN },
      }),
    );
  });
  afterAll(() => client.close());

  hostsCan(() => client);

  it('ends a question with its call', async () => {
    const question = `How many, never answered, question ${process.hrtime.bigint()}?`;
    world.cast.play(question, { any: unanswered });
    const leaving = new AbortController();
    let id = '';
    const asked = client.callTool(
      { name: 'ask', arguments: { workspace: workspaceName, question } },
      {
        ...CALL_OPTIONS,
        signal: leaving.signal,
        onprogress: ({ message }) => {
          id ||= /^question (.+)$/.exec(message ?? '')?.[1] ?? '';
          leaving.abort();
        },
      },
    );
    await expect(asked).rejects.toThrow();
    expect((await world.ended(id)).status).toBe('CANCELLED');
  });
});

describe('MCP over HTTP', () => {
  let server: McpHttpServer;
  const faults: Error[] = [];
  const client = new Client({ name: 'test', version: '1' });
  const connect = async (who: Client, headers: Record<string, string>): Promise<void> =>
    who.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));

  beforeAll(async () => {
    server = await startMcpHttp({ assayUrl: world.assay.url, port: 0, onError: (error) => faults.push(error) });
    await connect(client, { authorization: `Bearer ${ADMIN}` });
  });
  afterAll(async () => {
    await client.close();
    await server?.stop();
  });

  hostsCan(() => client);

  it('refuses unknown keys', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      await expect(
        connect(new Client({ name: 'otherCaller', version: '1' }), headers as Record<string, string>),
      ).rejects.toThrow();
    }
    const refused = await fetch(server.url, { method: 'POST', body: '{}' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const foreign = await fetch(server.url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
  });

  it('says without a key that it is there', async () => {
    const probes = ['/health/live', '/health/ready'].map((path) => fetch(new URL(path, server.url)));
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("shows a key's own workspaces alone", async () => {
    const elsewhere = await world.createWorkspace();
    const { key } = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', {
      name: 'elsewhere',
      workspaces: [elsewhere],
    });
    const otherCaller = new Client({ name: 'otherCaller', version: '1' });
    await connect(otherCaller, { authorization: `Bearer ${key}` });
    const { data } = await call(otherCaller, 'list_workspaces', {});
    expect(data).toMatchObject({ workspaces: [{ id: elsewhere }] });
    expect((await call(otherCaller, 'show_schema', { workspace: workspaceName })).isError).toBe(true);
    await otherCaller.close();
  });
});
