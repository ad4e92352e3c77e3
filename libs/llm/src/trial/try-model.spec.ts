import { afterEach, describe, expect, it } from '@jest/globals';
import { startScriptedModel, type ModelCall, type ModelHandler, type ScriptedModel } from '@assay/testing';
import type { LookupFunction } from 'node:net';
import { tryModel } from './try-model.js';

const KEY = 'sk-canary-of-this-test';

let model: ScriptedModel | null = null;
afterEach(async () => {
  await model?.close();
  model = null;
});

/** Only the lookup knows this name. */
const NAME = 'model.test';

async function tried(handler: ModelHandler, address: string | Error = '127.0.0.1'): ReturnType<typeof tryModel> {
  model = await startScriptedModel(handler);
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (address instanceof Error) callback(address, '');
    else if (all === true) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  return tryModel({ baseUrl: model.url.replace('127.0.0.1', NAME), apiKey: KEY, model: 'small' }, lookup);
}

const message = { role: 'assistant', content: '{"sum": 5}' };
const completion = (usage: object = {}): object => ({
  status: 200,
  body: { id: 'c', model: 'small', choices: [{ index: 0, finish_reason: 'stop', message }], usage },
});
const streamed = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: [DONE]\n\n' };
const refused = (param: string): object => ({
  status: 400,
  body: { error: { message: `Unsupported parameter: '${param}'`, param } },
});
const isStream = ({ body }: ModelCall): boolean => body['stream'] === true;

describe('a model that is tried', () => {
  it('has what its endpoint supports, and gets the key in each call', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 0 } };
    const trial = await tried((call) => {
      if (isStream(call)) return streamed;
      return call.body.tools === undefined ? completion(usage) : { sum: 5 };
    });
    expect(trial).toEqual({
      model: 'small',
      answers: true,
      error: null,
      structuredOutput: 'json_schema',
      tools: true,
      streaming: true,
      cachedTokens: true,
      latencyMs: expect.any(Number),
    });
    expect(model?.calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${KEY}`));
  });

  it('has nothing but answers where its endpoint ignores what is asked', async () => {
    const answer = { status: 200, body: { ...(completion() as { body: object }).body, choices: [words('Five.')] } };
    expect(await tried(() => answer)).toMatchObject({
      answers: true,
      structuredOutput: 'none',
      tools: false,
      streaming: false,
      cachedTokens: false,
    });
  });

  it.each([
    ['json_object', ['json_schema']],
    ['tools', ['json_schema', 'json_object']],
    ['none', ['json_schema', 'json_object', 'tools']],
  ] as const)('answers by %s where %j are refused', async (structuredOutput, forms) => {
    const trial = await tried((call) => {
      const { response_format: format, tools } = call.body;
      if (forms.some((form) => form === format?.type)) return refused('response_format');
      if (tools !== undefined && forms.some((form) => form === 'tools')) return refused('tools');
      return { sum: 5 };
    });
    expect(trial).toMatchObject({ answers: true, structuredOutput, tools: !forms.some((form) => form === 'tools') });
  });

  it('is not called where the lookup refuses its name', async () => {
    const trial = await tried(() => ({ sum: 5 }), new Error('refused by the test'));
    expect(trial).toMatchObject({ answers: false, error: { code: 'MODEL_UNREACHABLE' }, latencyMs: null });
    expect(model?.callCount).toBe(0);
  });

  it('shows no key in its error', async () => {
    const trial = await tried(({ headers }) => ({
      status: 401,
      body: { error: { message: `Incorrect API key: ${headers.authorization}` } },
    }));
    expect(trial).toMatchObject({ answers: false, error: { code: 'MODEL_UNAUTHORIZED' } });
    expect(JSON.stringify(trial)).not.toContain(KEY);
  });
});

function words(content: string): object {
  return { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
}
