/** A proxy in front of a model endpoint that records every answered call, and reports usage as a caching provider does. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { PrefixCache, promptTokens, tokensOf } from './cache.mjs';

export async function startRecorder(target) {
  const calls = [];
  const cache = new PrefixCache();
  const server = createServer(async (request, response) => {
    const sentAt = performance.now();
    const body = await text(request);
    const call = { ...callOf(request, JSON.parse(body)), sentAt };
    const cachedTokens = cache.hit(call);
    const headers = { 'content-type': 'application/json', 'x-assay-agent': request.headers['x-assay-agent'] };
    const answer = await fetch(target + request.url.replace(/^\/v1/, ''), { method: 'POST', headers, body });
    const stated = await answer.json();
    if (!answer.ok) return void response.writeHead(answer.status).end(JSON.stringify(stated));
    const outputTokens = tokensOf(stated.choices[0].message.content).length;
    const usage = {
      prompt_tokens: call.tokens.length,
      completion_tokens: outputTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    };
    const done = { ...call, cachedTokens, outputTokens, answeredAt: performance.now() };
    cache.keep(done);
    calls.push(done);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...stated, usage }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    /** The calls of a question in the order in which they were sent. */
    callsOf: (question) =>
      calls.filter((call) => call.question === question).sort((left, right) => left.sentAt - right.sentAt),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function callOf({ headers }, { model, messages, response_format: format }) {
  const [system, user] = messages.map(({ content }) => content);
  return {
    question: headers['x-assay-question'],
    agent: `${headers['x-assay-agent']} (${format?.json_schema?.name})`,
    model,
    format: JSON.stringify(format ?? null),
    tokens: promptTokens(messages),
    ...schemaTokens(system, user),
  };
}

/** Tokens of the schema, and up to its end; null where the prompt has none. */
function schemaTokens(system, user) {
  const schema = /<data-(\w+) kind="schema">[^]*?<\/data-\1>/.exec(user);
  if (schema === null) return { schemaTokens: 0, stableTokens: null };
  const before = tokensOf(system).length + 1 + tokensOf(user.slice(0, schema.index)).length;
  const tokens = tokensOf(schema[0]).length;
  return { schemaTokens: tokens, stableTokens: before + tokens };
}
