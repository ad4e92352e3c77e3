import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkspaceEvaluationDetail } from '@assay/contracts';
import { startMcpHttp, type McpHttpServer } from '@assay/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import { ALL, LEFT_OPEN, LEFT_OPEN_SETTINGS, OPEN, SOME } from './harness/left-open.js';
import { call, type ToolAnswer } from './harness/mcp-call.js';
import type { Question } from './harness/question-schema.js';
import { GOOD_SQL } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import { LONG_TIMEOUT, SEED_RULES, type World } from './harness/world.js';

const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('what people do with answers, over MCP', () => {
  let world: World;
  let server: McpHttpServer;
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    world = await shareWorld({
      workspace: { settings: { ...SEED_RULES, ...LEFT_OPEN_SETTINGS, ...LONG_TIMEOUT, stragglers: null } },
    });
    server = await startMcpHttp({ assayUrl: world.api.url, port: 0, onError: () => undefined });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  });
  afterAll(async () => {
    await client.close();
    await server?.stop();
    await world?.end();
  });

  const tool = (name: string, given: object): Promise<ToolAnswer> => call(client, name, given);
  const ask = (question: string, more: object = {}): Promise<ToolAnswer> =>
    tool('ask', { workspace: world.workspace, question, ...more });

  it('returns readings, open points and the summary, and accepts settlements', async () => {
    const question = 'How many purchases has each customer made?';
    const summary = 'Counts the purchases of each customer.';
    const sql: typeof LEFT_OPEN.sql = (call) => ({ reasoning: 'r', sql: LEFT_OPEN.sql?.(call), summary });
    world.cast.play(question, { ...LEFT_OPEN, sql });
    const asked = await ask(question);
    const { question: id, readings, openPoints } = asked.data as unknown as Question & { question: string };
    expect(asked.data).toMatchObject({ status: 'GOLD', summary, result: { sqlList: [{ sql: ALL }] } });
    expect(readings.map(({ sql: read, chosen }) => [read, chosen])).toEqual([
      [ALL, true],
      [SOME, false],
    ]);
    expect(openPoints).toMatchObject([{ question: OPEN, settled: null }]);
    expect(asked.text).toContain(summary);
    expect(asked.text).toContain(OPEN);

    const [point] = openPoints;
    const settled = await tool('settle', { question: id, openPoint: point?.id, option: 'left-out' });
    expect(settled.isError).toBeUndefined();
    expect(settled.data).toMatchObject({ question: id, sql: SOME, openPoints: [{ settled: 'left-out' }] });
    expect(settled.text).toContain('Only customers who bought something are listed.');
    expect((await tool('read_record', { question: id })).data).toMatchObject({
      result: { sqlList: [{ sql: SOME }] },
      readings: [{ chosen: false }, { chosen: true }],
    });
    const refused = await tool('settle', { question: id, openPoint: point?.id, option: 'names' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^NOT_OPEN: [^]*→ Take one of/) });
  });

  it('follows a question up, with an effort of its own, and asks it again as it was asked', async () => {
    const first = await ask('How many customers have we?');
    const follows = String(first.data['question']);
    const next = await ask('And of Rome?', {
      follows,
      effort: 'economical',
      settings: { maxRows: 7 },
      evidence: ['Rome is a city.'],
    });
    expect(next.data).toMatchObject({ follows, status: 'GOLD' });
    const id = String(next.data['question']);
    expect((await world.recordOf(id)).settings).toMatchObject({ effort: 'economical', maxRows: 7 });
    const [generator] = world.cast.callsOf(id, 'generator');
    expect(generator?.texts('earlier-question')[0]).toContain(GOOD_SQL);

    const again = await tool('ask_again', { question: id });
    expect(again.data).toMatchObject({ asked: 'And of Rome?', follows, status: 'GOLD' });
    expect(again.data['question']).not.toBe(id);
    const path = (question: unknown): string => `/v1/questions/${String(question)}/request`;
    expect(await world.api.expect(200, 'GET', path(again.data['question']))).toEqual(
      await world.api.expect(200, 'GET', path(id)),
    );
    const nowhere = await tool('ask_again', { question: NOWHERE });
    expect(nowhere).toMatchObject({ isError: true, text: expect.stringMatching(/^QUESTION_NOT_FOUND: [^]*→ Check/) });
  });

  it('draws a chart of what is better looked at', async () => {
    const question = 'How many customers live in each city?';
    world.cast.play(question, { sql: () => 'SELECT city, count(*) AS customers FROM customer GROUP BY city' });
    const { data } = await ask(question);
    const { chart } = (await tool('chart', { question: data['question'] })).data;
    expect(chart).toMatchObject({ mark: 'bar' });
  });

  it('evaluates a workspace by its gold SQLs, and reports the result', async () => {
    const workspace = await world.createWorkspace({ settings: { ...SEED_RULES, sqlCandidates: 2, testBatches: 1 } });
    const none = await tool('evaluate_workspace', { workspace });
    expect(none).toMatchObject({ isError: true, text: expect.stringMatching(/^NO_GOLD_SQLS: [^]*→ Like right/) });
    expect((await tool('read_evaluation', { workspace })).data).toEqual({ evaluations: [] });
    const gold = { question: 'How many customers are there in all?', sql: GOOD_SQL };
    await world.api.expect(201, 'POST', `/v1/workspaces/${workspace}/gold-sqls`, gold);
    const { data } = await tool('evaluate_workspace', { workspace, repeats: 1 });
    const evaluation = String(data['id']);
    let found = await tool('read_evaluation', { workspace, evaluation });
    while ((found.data as unknown as WorkspaceEvaluationDetail).status === 'RUNNING') {
      await delay(100);
      found = await tool('read_evaluation', { workspace, evaluation });
    }
    expect(found.data).toMatchObject({ status: 'DONE', outcomes: { right: 1 }, passHatK: [100] });
    expect(found.text).toContain('100 % of answers are right');
    expect((await tool('read_evaluation', { workspace })).text).toContain(evaluation);
    const late = await tool('cancel_evaluation', { workspace, evaluation });
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining('ALREADY_FINISHED') });
  });
});
