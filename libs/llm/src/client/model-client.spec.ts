import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type IncomingHttpHeaders, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelClient } from './model-client.js';
import { type ModelMessage, type ModelRequest } from './model-request.js';
import { type ModelRejectedError, type ModelUnavailableError } from './model-errors.js';
import { type StepDown, StructuredOutputMemory } from './structured-output-memory.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  text: string;
}
type Respond = (request: Received, response: ServerResponse) => void;

const completion = {
  id: 'c1',
  model: 'small-2',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"sql": "SELECT 1"}' } }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
};
const contract = {
  name: 'choice',
  schema: {
    type: 'object',
    properties: { winner: { type: 'string', enum: ['A', 'B'] } },
    required: ['winner'],
    additionalProperties: false,
  },
};
const never = new AbortController().signal;

let server: Server;
let received: Received[];
let respond: Respond;
let steps: StepDown[];
let client: ModelClient;
let request: ModelRequest;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Respond => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};

beforeEach(async () => {
  received = [];
  steps = [];
  respond = json(200, completion);
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const entry = { headers: incoming.headers, body: JSON.parse(text) as Record<string, unknown>, text };
      received.push(entry);
      respond(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new ModelClient({ memory: new StructuredOutputMemory((step) => steps.push(step)) });
  request = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey: 'sk-very-secret',
    model: 'small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Which?' },
    ],
    temperature: 0.2,
    effort: 'high',
    contract,
    mode: 'json_schema',
    timeoutMs: 60_000,
    headers: { 'x-assay-agent': 'sql-selector' },
  };
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function failure(change: Partial<ModelRequest> = {}): Promise<ModelUnavailableError | ModelRejectedError> {
  try {
    await client.complete({ ...request, ...change }, never);
  } catch (error) {
    return error as ModelUnavailableError | ModelRejectedError;
  }
  throw new Error('the call was answered');
}

describe('an answered call', () => {
  it.each([
    ['OpenAI', { prompt_tokens: 11, prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 2 } }, [11, 8, 2]],
    ['DeepSeek', { prompt_tokens: 11, prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 3 }, [11, 8, undefined]],
    ['Gemini', { prompt_tokens: 11, cachedContentTokenCount: 8 }, [11, 8, undefined]],
    ['Moonshot', { prompt_tokens: 11, cached_tokens: 8 }, [11, 8, undefined]],
    [
      'Anthropic through a gateway',
      { prompt_tokens: 11, cache_read_input_tokens: 5, cache_creation_input_tokens: 4 },
      [11, 5, 4],
    ],
    [
      'Anthropic, whose input leaves out the cache',
      { input_tokens: 2, cache_read_input_tokens: 5, cache_creation_input_tokens: 4 },
      [11, 5, 4],
    ],
    [
      'a gateway that leaves out the cache',
      { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: 8 } },
      [11, 8, undefined],
    ],
    [
      'a gateway that fills one form of two',
      { prompt_tokens: 11, prompt_tokens_details: { cached_tokens: 0 }, cache_read_input_tokens: 5 },
      [11, 5, undefined],
    ],
    ['nothing', { prompt_tokens: 11 }, [11, undefined, undefined]],
  ])('reads cached tokens as %s reports them', async (_, usage, [input, cached, written]) => {
    respond = json(200, { ...completion, usage: { completion_tokens: 7, ...usage } });
    const { inputTokens, cachedTokens, cacheWriteTokens } = await client.complete(request, never);
    expect([inputTokens, cachedTokens, cacheWriteTokens]).toEqual([input, cached, written]);
  });

  it('sends the key of its prefix, and marks stable text for models that cache nothing else', async () => {
    const [system, user] = request.messages as [ModelMessage, ModelMessage];
    const messages = [
      { ...system, stable: 9 },
      { ...user, stable: 3 },
    ];
    await client.complete({ ...request, messages, cacheKey: 'k' }, never);
    await client.complete({ ...request, messages, cacheKey: 'k', model: 'anthropic/claude-x' }, never);
    expect(received[0]?.body).toMatchObject({ prompt_cache_key: 'k', messages: [system, user] });
    const marked = { type: 'text', cache_control: { type: 'ephemeral' } };
    expect(received[1]?.body.messages).toEqual([
      { role: 'system', content: [{ ...marked, text: 'Be brief.' }] },
      {
        role: 'user',
        content: [
          { ...marked, text: 'Whi' },
          { type: 'text', text: 'ch?' },
        ],
      },
    ]);
  });

  it('returns content, usage and the raw body byte for byte', async () => {
    const answered = await client.complete(request, never);
    expect(answered).toMatchObject({
      content: '{"sql": "SELECT 1"}',
      toolCalls: [],
      refusal: null,
      finishReason: 'stop',
      model: 'small-2',
      inputTokens: 11,
      outputTokens: 7,
      usage: 'reported',
      mode: 'json_schema',
      effort: 'high',
    });
    expect(Buffer.from(answered.raw).toString()).toBe(JSON.stringify(completion));
    expect(answered.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('sends prompt, schema, effort, key and the headers of the call', async () => {
    await client.complete(request, never);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-very-secret',
      'x-assay-agent': 'sql-selector',
    });
    expect(received[0]?.body).toMatchObject({
      model: 'small',
      messages: request.messages,
      temperature: 0.2,
      reasoning_effort: 'high',
      response_format: { type: 'json_schema', json_schema: { ...contract, strict: true } },
    });
  });

  it('does not claim strictness for a schema with an optional field', async () => {
    const schema = { ...contract.schema, required: [] };
    await client.complete({ ...request, contract: { name: 'choice', schema } }, never);
    expect(received[0]?.body.response_format).toMatchObject({ json_schema: { schema, strict: false } });
  });

  it('sends no authorization where there is no key', async () => {
    await client.complete({ ...request, apiKey: '' }, never);
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it('keeps its connections for calls in a row', async () => {
    let connections = 0;
    server.on('connection', () => (connections += 1));
    for (let call = 0; call < 20; call += 1) await client.complete(request, never);
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('normalises native tool calls and leaves arguments that are no JSON as text', async () => {
    const calls = [
      { id: 'a', type: 'function', function: { name: 'find', arguments: '{"value":"x"}' } },
      { id: 'b', type: 'function', function: { name: 'find', arguments: '{"value":' } },
    ];
    respond = json(200, { choices: [{ message: { content: null, tool_calls: calls }, finish_reason: 'tool_calls' }] });
    const answered = await client.complete(request, never);
    expect(answered.content).toBeNull();
    expect(answered.toolCalls).toEqual([
      { name: 'find', arguments: { value: 'x' } },
      { name: 'find', arguments: '{"value":' },
    ]);
  });

  it('takes an object at the end of the thinking for an empty content, and no draft amid it', async () => {
    const answer = async (reasoning_content: string): Promise<string | null> => {
      respond = json(200, { choices: [{ message: { content: '', reasoning_content }, finish_reason: 'stop' }] });
      return (await client.complete(request, never)).content;
    };
    expect(await answer('First … so: {"sql": "SELECT 1"}\n```')).toContain('{"sql": "SELECT 1"}');
    expect(await answer('{"sql": "SELECT 1"} misses the city, so rather')).toBe('');
  });

  it('counts tokens where usage is missing, and says so', async () => {
    respond = json(200, { ...completion, usage: undefined });
    const answered = await client.complete(request, never);
    expect(answered.usage).toBe('estimated');
    // Be, brief, ., newline, Which, ?
    expect(answered.inputTokens).toBe(5);
    expect(answered.outputTokens).toBe(8);
  });
});

describe('a body that is no completion', () => {
  it.each([
    ['<html><body>Welcome</body></html>', 'html'],
    ['', 'empty-body'],
    ['data: {"choices":[]}\n\n', 'event-stream'],
    ['"text"', 'not-json'],
    ['{"choices": [', 'not-json'],
    ['{"choices":[]}', 'no-choices'],
    ['{"object":"list"}', 'no-choices'],
    ['{"choices":[{"index":0}]}', 'no-message'],
  ])('%s is classified as %s', async (body, reason) => {
    respond = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    const error = await failure();
    expect(error).toMatchObject({ code: 'MODEL_BAD_RESPONSE', retryable: true, reason });
    expect(Buffer.from(error.raw ?? []).toString()).toBe(body);
  });

  it('counts a failure reported inside a 200 by its own status', async () => {
    respond = json(200, { error: { code: 429, message: 'slow down' } });
    expect(await failure()).toMatchObject({ code: 'MODEL_RATE_LIMITED', retryable: true });
  });
});

describe('failures', () => {
  it.each([
    [400, { message: 'bad messages' }, 'MODEL_REQUEST_REFUSED', false],
    [400, { message: 'too long', code: 'context_length_exceeded' }, 'MODEL_CONTEXT_EXCEEDED', false],
    [400, { message: "This model's maximum context length is 8192 tokens" }, 'MODEL_CONTEXT_EXCEEDED', false],
    [401, { message: 'no' }, 'MODEL_UNAUTHORIZED', false],
    [403, { message: 'no' }, 'MODEL_UNAUTHORIZED', false],
    [404, { message: 'no such model' }, 'MODEL_NOT_FOUND', false],
    [405, { message: 'no such call' }, 'MODEL_NOT_FOUND', false],
    [422, { message: 'content filter' }, 'MODEL_REQUEST_REFUSED', false],
    [413, { message: 'large' }, 'MODEL_CONTEXT_EXCEEDED', false],
    [429, { message: 'quota', code: 'insufficient_quota' }, 'MODEL_QUOTA_EXHAUSTED', false],
    [429, { message: 'slow down' }, 'MODEL_RATE_LIMITED', true],
    [500, { message: 'oops' }, 'MODEL_SERVER_ERROR', true],
    [503, { message: 'busy' }, 'MODEL_OVERLOADED', true],
    [529, { message: 'busy' }, 'MODEL_OVERLOADED', true],
    [504, { message: 'slow' }, 'MODEL_TIMEOUT', true],
  ])('%i %j is %s', async (status, error, code, retryable) => {
    respond = json(status, { error });
    const thrown = await failure();
    expect(thrown).toMatchObject({ code, retryable, status });
    expect(Buffer.from(thrown.raw ?? []).toString()).toBe(JSON.stringify({ error }));
    expect(received).toHaveLength(1);
  });

  it('names the model, and never the key or where it is', async () => {
    respond = json(401, { error: { message: 'Incorrect API key: sk-very-secret' } });
    const { message } = await failure();
    expect(message).not.toContain(new URL(request.baseUrl).host);
    expect(message).toContain('"small"');
    expect(message).not.toContain('secret');
  });

  it.each([
    ['300', 300_000],
    ['86400', 86_400_000],
    ['1.5', 1500],
  ])('honours Retry-After %s of any length', async (header, milliseconds) => {
    respond = json(429, { error: { message: 'later' } }, { 'retry-after': header });
    expect(await failure()).toMatchObject({ code: 'MODEL_RATE_LIMITED', retryAfterMs: milliseconds });
  });

  it('honours Retry-After as a date', async () => {
    respond = json(503, {}, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() });
    const { retryAfterMs } = (await failure()) as ModelUnavailableError;
    expect(retryAfterMs).toBeGreaterThan(30_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it('is unreachable when the connection is refused', async () => {
    const error = await failure({ baseUrl: 'http://127.0.0.1:1/v1' });
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: true });
    expect(error.message).not.toContain('127.0.0.1');
    // for the operator's log
    expect(String((error.cause as Error | undefined)?.cause)).toContain('ECONNREFUSED');
    expect(error.message).toContain('refused');
  });

  it('is unreachable when the host does not exist', async () => {
    expect(await failure({ baseUrl: 'http://nowhere.invalid/v1' })).toMatchObject({ code: 'MODEL_UNREACHABLE' });
  });

  it('is unreachable when the connection is reset', async () => {
    respond = (_request, response) => response.socket?.destroy();
    expect(await failure()).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: true });
  });

  it('is unreachable when the body breaks off', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices"', () => response.socket?.destroy());
    };
    expect(await failure()).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: true });
  });

  it('times out when no answer comes', async () => {
    respond = () => undefined;
    expect(await failure({ timeoutMs: 50 })).toMatchObject({ code: 'MODEL_TIMEOUT', retryable: true });
  });

  it('times out when the body stalls', async () => {
    respond = (_request, response) => void response.writeHead(200).write('{"choices":');
    expect(await failure({ timeoutMs: 50 })).toMatchObject({ code: 'MODEL_TIMEOUT', retryable: true });
  });

  it('rethrows the reason of the own signal, before and during the call', async () => {
    const reason = new Error('the question was cancelled');
    await expect(client.complete(request, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(received).toHaveLength(0);
    const controller = new AbortController();
    respond = () => controller.abort(reason);
    await expect(client.complete(request, controller.signal)).rejects.toBe(reason);
  });
});

describe('several answers of one call', () => {
  it('count their tokens once, and each has a body of its own', async () => {
    const choices = ['A', 'B', 'C'].map((winner, index) => ({
      index,
      finish_reason: 'stop',
      message: { role: 'assistant', content: JSON.stringify({ winner }) },
    }));
    respond = json(200, { ...completion, choices });
    const { others = [], ...first } = await client.complete({ ...request, n: 3 }, never);
    expect(received.map(({ body }) => body.n)).toEqual([3]);
    expect(first).toMatchObject({ content: '{"winner":"A"}', inputTokens: 11, outputTokens: 7, usage: 'reported' });
    expect(others.map(({ content }) => content)).toEqual(['{"winner":"B"}', '{"winner":"C"}']);
    const bodies = others.map(({ raw }) => JSON.parse(new TextDecoder().decode(raw)) as typeof completion);
    expect(bodies.map((body) => [body.choices, body.usage])).toEqual([
      [[choices[1]], undefined],
      [[choices[2]], undefined],
    ]);
    expect(client.ignoresN(request)).toBe(false);
  });
});

describe('stepping down', () => {
  const refuses = (...fields: string[]): Respond => {
    return (incoming, response) => {
      const field = fields.find((name) => incoming.text.includes(name));
      const error = { message: `'${field}' is not supported here`, type: 'invalid_request_error' };
      json(field === undefined ? 200 : 400, field === undefined ? completion : { error })(incoming, response);
    };
  };

  it('goes to JSON mode once, with the shape in the prompt, and remembers it', async () => {
    respond = refuses('json_schema');
    expect((await client.complete(request, never)).mode).toBe('json_object');
    expect((await client.complete(request, never)).mode).toBe('json_object');
    expect(received).toHaveLength(3);
    expect(received[1]?.body.response_format).toEqual({ type: 'json_object' });
    const messages = received[1]?.body.messages as { content: string }[];
    expect(messages[0]?.content).toBe('Be brief.');
    expect(messages[1]?.content).toContain('"winner": "A" | "B"');
    expect(steps).toMatchObject([{ model: 'small', refused: 'json_schema', next: 'json_object' }]);
  });

  it('sends the contract as a tool that must be called where no response format is taken', async () => {
    respond = refuses('response_format');
    expect((await client.complete(request, never)).mode).toBe('tools');
    expect(received[2]?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'choice', parameters: contract.schema } }],
      tool_choice: { type: 'function', function: { name: 'choice' } },
    });
    expect(steps.map((step) => step.refused)).toEqual(['json_schema', 'json_object']);
  });

  it('ends in plain text', async () => {
    respond = refuses('response_format', '"tools"');
    const answered = await client.complete(request, never);
    expect(answered.mode).toBe('text');
    expect(received).toHaveLength(4);
    expect(received[3]?.text).toContain('Answer with one JSON object');
    expect(Object.keys(received[3]?.body ?? {})).not.toContain('tools');
  });

  it('keeps what was learnt about one model from others', async () => {
    respond = refuses('json_schema');
    await client.complete(request, never);
    respond = json(200, completion);
    expect((await client.complete({ ...request, model: 'large' }, never)).mode).toBe('json_schema');
  });

  it('drops a refused effort and a refused temperature, once each', async () => {
    respond = refuses('reasoning_effort', 'temperature');
    const answered = await client.complete(request, never);
    expect(answered).toMatchObject({ mode: 'json_schema', effort: null, temperature: null });
    await client.complete(request, never);
    expect(received).toHaveLength(4);
    expect(steps.map((step) => step.refused)).toEqual(['effort', 'temperature']);
  });

  it.each([
    { message: 'Unrecognized request argument: prompt_cache_key' },
    { message: 'extra fields not permitted' },
    {},
  ])('drops the cache key alone, once, before anything that answers depend on: %j', async (error) => {
    respond = (incoming, response) => {
      const isRefused = 'prompt_cache_key' in incoming.body;
      json(isRefused ? 400 : 200, isRefused ? { error } : completion)(incoming, response);
    };
    const messages = request.messages.map((message) => ({ ...message, stable: 3 }));
    const keyed = { ...request, messages, cacheKey: 'k', model: 'claude' };
    expect((await client.complete(keyed, never)).mode).toBe('json_schema');
    await client.complete(keyed, never);
    expect(received.map(({ text }) => text.includes('cache_control'))).toEqual([true, true, true]);
    expect(received.map(({ body }) => 'prompt_cache_key' in body)).toEqual([true, false, false]);
    expect(steps.map((step) => step.refused)).toEqual(['cacheKey']);
  });

  it.each([{ message: 'cache_control: Extra inputs are not permitted' }, {}])(
    'drops the marks of cached text where they are refused: %j',
    async (error) => {
      respond = (incoming, response) => {
        const isRefused = incoming.text.includes('cache_control');
        json(isRefused ? 400 : 200, isRefused ? { error } : completion)(incoming, response);
      };
      const messages = request.messages.map((message) => ({ ...message, stable: 3 }));
      const keyed = { ...request, messages, cacheKey: 'k', model: 'claude' };
      expect((await client.complete(keyed, never)).mode).toBe('json_schema');
      await client.complete(keyed, never);
      expect(received.at(-1)?.text).not.toContain('cache_control');
      expect(steps.map((step) => step.refused)).toEqual(['cacheMarks']);
      expect('prompt_cache_key' in (received.at(-1)?.body ?? {})).toBe(true);
    },
  );

  it('learns each of two parts that are refused without a name', async () => {
    respond = (incoming, response) => {
      const isRefused = 'n' in incoming.body || 'prompt_cache_key' in incoming.body;
      json(isRefused ? 400 : 200, isRefused ? { error: {} } : completion)(incoming, response);
    };
    const several = { ...request, n: 5, cacheKey: 'k' };
    for (let call = 0; call < 3; call += 1) await client.complete(several, never);
    expect(received).toHaveLength(3 + 2 + 1);
    expect(steps.map((step) => step.refused)).toEqual(['cacheKey', 'n']);
  });

  it('forgets what it left out where the simplest form is refused too', async () => {
    respond = json(400, { error: {} });
    await expect(client.complete({ ...request, cacheKey: 'k' }, never)).rejects.toThrow();
    expect(received.length).toBeGreaterThan(1);
    expect(steps).toEqual([]);
    respond = json(200, completion);
    expect((await client.complete({ ...request, cacheKey: 'k' }, never)).mode).toBe('json_schema');
    expect('prompt_cache_key' in (received.at(-1)?.body ?? {})).toBe(true);
  });

  it.each([
    { message: "'n' must be 1 for this model", param: 'n' },
    { message: 'Multiple completions are not supported' },
    {},
  ])('drops a refused n once, before anything else: %j', async (error) => {
    respond = (incoming, response) => {
      const isRefused = 'n' in incoming.body;
      json(isRefused ? 400 : 200, isRefused ? { error } : completion)(incoming, response);
    };
    const several = { ...request, n: 5, cacheKey: 'k' };
    expect(await client.complete(several, never)).not.toHaveProperty('others');
    await client.complete(several, never);
    expect(received.map(({ body }) => body.n)).toEqual([5, undefined, undefined]);
    expect(steps.map((step) => step.refused)).toEqual(['n']);
    expect(client.ignoresN(request)).toBe(true);
    expect(client.ignoresN({ ...request, model: 'large' })).toBe(false);
  });

  it('remembers an endpoint that gives one answer whatever n says', async () => {
    await client.complete({ ...request, n: 3 }, never);
    expect(client.ignoresN(request)).toBe(true);
  });

  it('describes tools in the prompt where native ones are refused', async () => {
    respond = refuses('"tools"');
    const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } }];
    await client.complete({ ...request, tools }, never);
    expect(received[1]?.text).toContain('- find: Finds.');
    expect(received[1]?.text).toContain('<tool_call>');
  });

  it('does not step down for a rejection that is about something else', async () => {
    respond = json(400, { error: { message: 'messages: too many images' } });
    expect(await failure()).toMatchObject({ code: 'MODEL_REQUEST_REFUSED' });
    expect(received).toHaveLength(1);
    expect(steps).toHaveLength(0);
  });

  it.each([
    ['schemas are beyond this model'],
    ['Unsupported response-format'],
    [''],
    ['Bad Request'],
    [JSON.stringify({ error: { message: 'unsupported', type: 'invalid_request_error', param: null, code: null } })],
  ])('steps down for a refusal in other words, or in none: %j', async (body) => {
    respond = (incoming, response) =>
      incoming.text.includes('json_schema')
        ? void response.writeHead(400).end(body)
        : json(200, completion)(incoming, response);
    expect((await client.complete(request, never)).mode).toBe('json_object');
    expect(steps.map((step) => step.refused)).toEqual(['json_schema']);
  });

  it('steps down for a complaint about a parameter without a name', async () => {
    respond = (incoming, response) =>
      incoming.text.includes('response_format')
        ? json(422, { detail: 'Extra inputs are not permitted' })(incoming, response)
        : json(200, completion)(incoming, response);
    expect((await client.complete(request, never)).mode).toBe('tools');
  });
});
