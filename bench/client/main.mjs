/**
 * CPU time of a call: ModelClient, and the SDK on the platform's fetch. The endpoint is a child process:
 * `npm run bench client`.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { ModelClient } from '../../libs/llm/dist/index.js';

const CALLS = 3000;
const PARALLEL = 10;

if (process.argv[2] === 'serve') serve();
else await measure();

function serve() {
  const content = JSON.stringify({ reasoning: 'because '.repeat(80), sql: `SELECT ${'a, '.repeat(100)}b FROM t` });
  const body = JSON.stringify({
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 2500, completion_tokens: 300, total_tokens: 2800 },
  });
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

async function measure() {
  const endpoint = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve) => endpoint.once('message', resolve));
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const messages = [
    { role: 'system', content: 'You write SQL.' },
    { role: 'user', content: 'column, type, example; '.repeat(400) },
  ];
  const headers = { 'x-assay-agent': 'generator', 'x-assay-question': 'q', 'x-assay-task': 't' };
  const client = new ModelClient();
  const request = { baseUrl, apiKey: 'k', model: 'm', messages, temperature: 0.2, effort: null, contract: null };
  const sdk = new OpenAI({ baseURL: baseUrl, apiKey: 'k', maxRetries: 0 });
  const ways = {
    ModelClient: () =>
      client.complete({ ...request, mode: 'text', timeoutMs: 120_000, headers }, new AbortController().signal),
    'SDK on the built-in fetch': () =>
      sdk.chat.completions.create(
        { model: 'm', messages, temperature: 0.2 },
        { headers, timeout: 120_000, signal: new AbortController().signal },
      ),
  };
  for (const round of ['warm-up', 'measured']) {
    for (const [name, call] of Object.entries(ways)) {
      const before = process.cpuUsage();
      let started = 0;
      const worker = async () => {
        while (started++ < CALLS) await call();
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      const { user, system } = process.cpuUsage(before);
      if (round === 'measured') console.log(`${name}: ${((user + system) / CALLS).toFixed(0)} µs of CPU per call`);
    }
  }
  await client.close();
  endpoint.kill();
}
