import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { showcaseQuestion } from '../demo-questions.js';
import { startDemoModel, type DemoModelServer } from './start-demo-model.js';

const PROMPT = `<data-abcdef kind="question">\n${showcaseQuestion().question}\n</data-abcdef>\n# Strategy: query-plan\n`;

interface Completion {
  choices: {
    finish_reason: string;
    message: { content: string | null; tool_calls?: { function: { name: string } }[] };
  }[];
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

describe('startDemoModel', () => {
  let server: DemoModelServer;
  beforeEach(async () => {
    server = await startDemoModel({ latencyMs: { low: 0, high: 0 } });
  });
  afterEach(() => server.close());

  function ask(body: object, agent = 'generator'): Promise<Response> {
    return fetch(`${server.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-assay-agent': agent },
      body: JSON.stringify({
        model: 'demo-basic',
        temperature: 0.2,
        messages: [
          { role: 'system', content: 'You write SQL.' },
          { role: 'user', content: PROMPT },
        ],
        ...body,
      }),
    });
  }

  it('answers like a chat completion, tokens included', async () => {
    const { choices, usage } = (await (await ask({})).json()) as Completion;
    expect(JSON.parse(choices[0]?.message.content ?? '')).toMatchObject({ sql: expect.stringContaining('SELECT') });
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(usage.prompt_tokens).toBeGreaterThan(40);
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  });

  it('gives the same answer to the same request', async () => {
    const [first, second] = await Promise.all(
      [ask({}), ask({})].map(async (reply) => ((await (await reply).json()) as Completion).choices),
    );
    expect(first).toEqual(second);
  });

  it('calls the tool where only a tool is offered', async () => {
    const tools = [{ type: 'function', function: { name: 'sql_candidate' } }];
    const { choices } = (await (await ask({ tools })).json()) as Completion;
    expect(choices[0]?.message.tool_calls?.[0]?.function.name).toBe('sql_candidate');
  });

  it('says 404 and what to do for a question that is not in the demo', async () => {
    const reply = await ask({ messages: [{ role: 'user', content: 'anything' }] });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringContaining('OPENAI_BASE_URL') } });
  });

  it('refuses a body that is not JSON, and paths that it does not serve', async () => {
    const broken = await fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{' });
    expect(broken.status).toBe(400);
    expect((await fetch(`${server.url}/embeddings`, { method: 'POST' })).status).toBe(404);
  });

  it('lists a model for each level', async () => {
    const { data } = (await (await fetch(`${server.url}/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['demo-basic', 'demo-advanced', 'demo-expert']);
  });

  it('delays answers if configured', async () => {
    const slow = await startDemoModel({ latencyMs: { low: 60, high: 60 } });
    const before = performance.now();
    await fetch(`${slow.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'demo-basic', messages: [] }),
    });
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
    await slow.close();
  });
});
