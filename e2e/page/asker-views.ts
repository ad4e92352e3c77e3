import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readFile } from 'node:fs/promises';
import { call, type ToolAnswer } from '../harness/mcp-call.js';
import type { Record } from '../harness/record-schema.js';
import type { AskerStage } from './asker-stage.js';
import { newContext, Window } from './browser.js';
import { signIn } from './sign-in.js';

const PATHS = [
  ...['', '/rows', '/rows?format=csv', '/rows?measure=true', '/chart'],
  ...['/events', '/timeline', '/request'],
];
type Answers = { [surface: string]: string };

const VIEWS = ['', '/why', '/timeline', '/candidates', '/verdicts', '/selection', '/calls'];

/** What the API answers to a person about a question, by path. */
export async function apiAnswers(stage: AskerStage, id: string, subject: string): Promise<Answers> {
  const headers = { authorization: `Bearer ${stage.provider.tokenOf(subject)}` };
  const { body: record } = await stage.world.api.get<Partial<Record>>(`/v1/questions/${id}/record`, headers);
  const { attempts = [], calls = [] } = record;
  const parts: [name: string, path: string][] = PATHS.map((path) => [path, path]);
  const candidate = attempts[0]?.candidates[0];
  if (candidate) parts.push(['/rows?candidate', `/rows?candidate=${candidate.id}`]);
  // the last one reads most
  const last = calls.at(-1);
  if (last) parts.push(['/calls', `/calls/${last.id}`]);
  const answers = parts.map(async ([name, path]) => {
    const { body } = await stage.world.api.get<unknown>(`/v1/questions/${id}${path}`, headers);
    return [name, JSON.stringify(body ?? null)] as const;
  });
  const replay = await stage.world.api.post<unknown>(`/v1/questions/${id}/replay`, undefined, headers);
  return {
    ...Object.fromEntries(await Promise.all(answers)),
    '/record': JSON.stringify(record),
    replay: JSON.stringify(replay.body),
  };
}

/** What MCP tools answer to a person with their own token, by tool. */
export async function toolAnswers(stage: AskerStage, id: string, subject: string): Promise<Answers> {
  const { workspace } = stage.world;
  const tools: [tool: string, given: object][] = [
    ['page_rows', { question: id }],
    ['export_csv', { question: id }],
    ['chart', { question: id }],
    ['read_record', { question: id, detail: 'full' }],
    ['find_questions', {}],
    ['show_schema', { workspace }],
  ];
  return withTools(stage, subject, async (client) => {
    const answers = tools.map(
      async ([tool, given]) => [tool, JSON.stringify(await call(client, tool, given))] as const,
    );
    return Object.fromEntries(await Promise.all(answers));
  });
}

/** The answer to a question that a person asks by MCP. */
export function askByTool(stage: AskerStage, subject: string, given: object): Promise<ToolAnswer> {
  return withTools(stage, subject, (client) => call(client, 'ask', given));
}

async function withTools<Result>(
  stage: AskerStage,
  subject: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${stage.provider.tokenOf(subject)}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(stage.mcp.url), { requestInit: { headers } }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** What a person sees in Chromium after sign-in: history, all views of a question, its export; with what was loaded. */
export async function pageTexts(stage: AskerStage, id: string, subject: string): Promise<Answers> {
  const { url } = stage.world.assay;
  const context = await newContext(stage.browser);
  const window = await Window.open(context, url, { theme: 'light', size: 'desktop' });
  const { page } = window;
  const loaded: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/') && !response.url().endsWith('/events'))
      loaded.push(response.text().catch(() => ''));
  });
  await page.goto(`${url}/history`);
  await signIn(page, subject);
  const texts: Answers = {};
  for (const path of [
    '/history',
    `/workspaces/${stage.world.workspace}/schema?table=note`,
    ...VIEWS.map((view) => `/questions/${id}${view}`),
  ]) {
    await window.show(path);
    texts[path.replace(id, '')] = await page.content();
  }
  await window.show(`/questions/${id}`);
  const button = page.getByRole('button', { name: 'Download all rows (CSV)', exact: true });
  if ((await button.count()) > 0) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    texts['export'] = await readFile(await download.path(), 'utf8');
  }
  texts['loaded'] = (await Promise.all(loaded)).join('\n');
  await context.close();
  return texts;
}
