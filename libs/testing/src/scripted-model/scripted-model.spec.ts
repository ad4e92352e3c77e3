import { afterEach, describe, expect, it } from '@jest/globals';
import {
  startScriptedModel,
  type ModelHandler,
  type ScriptedModel,
  type ScriptedModelOptions,
} from './scripted-model.js';

describe('startScriptedModel', () => {
  let model: ScriptedModel;
  afterEach(() => model.close());

  async function start(script: ModelHandler | ScriptedModelOptions): Promise<void> {
    model = await startScriptedModel(script);
  }

  function ask(body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'How many?' }], ...body }),
    });
  }

  it('answers with the object as content, and counts tokens', async () => {
    await start(() => ({ reasoning: 'so', sql: 'select 1' }));
    const completion = (await (await ask()).json()) as {
      choices: { message: { content: string }; finish_reason: string }[];
      usage: Record<string, number>;
    };
    expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({ reasoning: 'so', sql: 'select 1' });
    expect(completion.choices[0]?.finish_reason).toBe('stop');
    expect(completion.usage).toEqual({ prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 });
  });

  it('answers by calling the tool where only a tool is offered', async () => {
    await start(() => ({ sql: 'select 1' }));
    const tools = [{ type: 'function', function: { name: 'sql_candidate' } }];
    const completion = (await (await ask({ tools })).json()) as {
      choices: { message: { tool_calls: { function: { name: string; arguments: string } }[] } }[];
    };
    expect(completion.choices[0]?.message.tool_calls[0]?.function).toEqual({
      name: 'sql_candidate',
      arguments: '{"sql":"select 1"}',
    });
  });

  it('passes the calling agent to the handler, and keeps the calls', async () => {
    await start(({ agent, question, task, prompt }) => ({ text: [agent, question, task, prompt].join('|') }));
    const reply = await ask({}, { 'x-assay-agent': 'evaluator', 'x-assay-question': 'q', 'x-assay-task': 't' });
    expect(await reply.text()).toContain('evaluator|q|t|How many?');
    expect(model.calls.map((call) => [call.agent, call.index])).toEqual([['evaluator', 0]]);
  });

  it('gives raw responses as they are', async () => {
    await start(() => ({ status: 429, headers: { 'retry-after': '7' }, body: '<html>slow down</html>' }));
    const reply = await ask();
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([
      429,
      '7',
      '<html>slow down</html>',
    ]);
  });

  it('cuts the connection', async () => {
    await start(() => 'cut');
    await expect(ask()).rejects.toThrow();
    expect(model.callCount).toBe(1);
  });

  it('waits for the latency of each call', async () => {
    await start({ handler: () => ({}), latencyMs: ({ index }) => (index === 0 ? 0 : 60) });
    await ask();
    const before = performance.now();
    await ask();
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
  });

  it('answers 500 when the script itself fails', async () => {
    await start(() => {
      throw new Error('not scripted');
    });
    const reply = await ask();
    expect(reply.status).toBe(500);
    expect(await reply.text()).toContain('not scripted');
  });
});
