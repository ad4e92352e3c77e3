import type { ExampleQuestion, Page, StoryEvaluationView } from '@assay/contracts';
import { startMcpHttp } from '@assay/mcp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Api } from './harness/api-client.js';
import { startAssay, type AssayProcess } from './harness/assay-process.js';
import { call, type ToolAnswer } from './harness/mcp-call.js';
import { CLI, PROJECT } from './harness/program-of.js';
import { QuestionViews } from './harness/question-views.js';

const ENDED = ['DONE', 'ERROR', 'CANCELLED'];
const LOOK_UPS = ['How many customers live in Rome?', 'How many books are novels, and how many "Comics"?'];

describe('the demo after npm start, without a model,', () => {
  let assay: AssayProcess;
  let api: Api;
  let workspace: string;
  beforeAll(async () => {
    assay = await (await startAssay()).ready();
    api = new Api(assay.url);
    while ((workspace ??= await firstWorkspace()) === undefined) await delay(100);
  });
  afterAll(async () => {
    await assay?.stop();
    await assay?.removeData();
  });

  async function firstWorkspace(): Promise<string> {
    const { body } = await api.get<{ items: { id: string }[] }>('/v1/workspaces');
    return body.items[0]?.id as string;
  }

  it('replays its questions without differences', async () => {
    const path = `/v1/workspaces/${workspace}/example-questions`;
    const { items } = (await api.get<{ items: ExampleQuestion[] }>(path)).body;
    const example = (words: string): object => {
      const found = items.find(({ question }) => question.includes(words));
      if (found === undefined) throw new Error(`no example about ${words}`);
      const { question, evidence, settings } = found;
      return { question, evidence, settings };
    };
    const asked = [
      example('five best customers'),
      example('instalment'),
      example('come from each country'),
      ...LOOK_UPS.map((question) => ({ question })),
    ];
    for (const body of asked) {
      const { id } = await api.expect<{ id: string }>(202, 'POST', '/v1/questions', { workspace, ...body });
      await new QuestionViews(api).ended(id);
      const report = await api.expect(200, 'POST', `/v1/questions/${id}/replay`);
      expect({ ...body, report }).toEqual({ ...body, report: { question: id, identical: true, differences: [] } });
    }
  });

  const cli = async (...parameters: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], ASSAY_URL: assay.url };
    return (await promisify(execFile)(process.execPath, [CLI, ...parameters], { env })).stdout;
  };
  const files = ['told', 'shown'].map((name) => `apps/story-evaluator/demo/the-lamp-${name}.md`);

  it('has its story evaluated, listed, read and narrated over MCP', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const server = await startMcpHttp({ assayUrl: assay.url, port: 0, onError: () => undefined });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      const tool = (name: string, given: object): Promise<ToolAnswer> => call(client, name, given);
      const candidates = await Promise.all(
        files.map(async (file) => ({
          label: basename(file, '.md'),
          text: await readFile(`${PROJECT}/${file}`, 'utf8'),
        })),
      );
      const request = { storyId: 'over-mcp', candidates, evaluators: [{ name: 'reader' }], mode: 'prompt', tts: {} };
      const { evaluation } = (await tool('evaluate_story', request)).data;
      let read = await tool('read_story_evaluation', { evaluation });
      while (!ENDED.includes(String(read.data['status']))) {
        await delay(100);
        read = await tool('read_story_evaluation', { evaluation });
      }
      expect(read.data).toMatchObject({ status: 'DONE', choice: 'the-lamp-shown', storyId: 'over-mcp' });
      expect(read.text).toContain('BEST  the-lamp-shown');
      const listed = await tool('read_story_evaluation', {});
      expect(listed.data['evaluations']).toContainEqual(expect.objectContaining({ id: evaluation }));
      const narrated = await tool('read_narration', { evaluation, label: 'the-lamp-shown' });
      expect(narrated.data['narration']).toMatchObject({ characters: expect.any(Array), timeline: expect.any(Array) });
      const late = await tool('cancel_story_evaluation', { evaluation });
      expect(late).toMatchObject({ isError: true, text: expect.stringContaining('ALREADY_FINISHED') });
      const wrong = await tool('evaluate_story', { ...request, mode: 'whole' });
      expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('mode') });
      // the command lists the same
      const { items } = await api.expect<Page<StoryEvaluationView>>(200, 'GET', '/v1/story-evaluations');
      expect(items[0]?.id).toBe(evaluation);
      expect(await cli('story', 'list')).toContain(String(evaluation));
      expect(await cli('story', 'show', String(evaluation))).toContain('BEST  the-lamp-shown');
    } finally {
      await client.close();
      await server.stop();
    }
  });
});
