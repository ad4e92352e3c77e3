import { toErrorNote, type ModelTrial } from '@assay/contracts';
import { exchange } from '../client/buffered-exchange.js';
import type { Completion } from '../client/completion.js';
import { ModelClient, type ModelClientOptions } from '../client/model-client.js';
import { ModelUnavailableError } from '../client/model-errors.js';
import type { ModelRequest } from '../client/model-request.js';
import { OwnDispatcher } from '../client/own-dispatcher.js';

const TRIAL_MS = 45_000;

export interface TrialTarget {
  baseUrl: string;
  /** Empty: none. */
  apiKey: string;
  model: string;
}

const SCHEMA = {
  type: 'object',
  properties: { sum: { type: 'integer' } },
  required: ['sum'],
  additionalProperties: false,
};

/**
 * Tries an answer, then a tool call and a stream; refused forms are simplified. Errors are part of the result, without
 * the key.
 */
export async function tryModel(target: TrialTarget, lookup: ModelClientOptions['lookup']): Promise<ModelTrial> {
  const client = new ModelClient({ lookup });
  const signal = AbortSignal.timeout(TRIAL_MS);
  const nothing = { structuredOutput: 'none', tools: false, streaming: false, cachedTokens: false } as const;
  try {
    const first = await client.complete(requestOf(target, { contract: { name: 'sum', schema: SCHEMA } }), signal);
    const [tools, streaming] = await Promise.all([callsTools(client, target, signal), streams(target, lookup, signal)]);
    const { model } = target;
    const cachedTokens = first.cachedTokens !== undefined;
    const structuredOutput = formOf(first);
    return {
      model,
      answers: true,
      error: null,
      structuredOutput,
      tools,
      streaming,
      cachedTokens,
      latencyMs: first.latencyMs,
    };
  } catch (thrown) {
    const error = toErrorNote(signal.aborted ? tooSlow(target) : thrown);
    return { model: target.model, answers: false, error, ...nothing, latencyMs: null };
  } finally {
    await client.close();
  }
}

function requestOf(target: TrialTarget, asked: Pick<ModelRequest, 'contract' | 'tools'>): ModelRequest {
  return {
    ...target,
    ...asked,
    messages: [
      { role: 'system', content: 'You answer in JSON, with the field sum.' },
      { role: 'user', content: 'What is 2 + 3?' },
    ],
    temperature: 0,
    effort: null,
    mode: 'json_schema',
    timeoutMs: TRIAL_MS,
    headers: {},
  };
}

/** A form counts if the endpoint took it and the answer has it. */
function formOf({ content, mode }: Completion): ModelTrial['structuredOutput'] {
  if (mode === 'text') return 'none';
  try {
    const { sum } = JSON.parse(content ?? '') as { sum?: unknown };
    return typeof sum === 'number' ? mode : 'none';
  } catch {
    return mode === 'tools' ? mode : 'none';
  }
}

async function callsTools(client: ModelClient, target: TrialTarget, signal: AbortSignal): Promise<boolean> {
  const tool = { name: 'give_sum', description: 'Takes the sum. Call it with your answer.', parameters: SCHEMA };
  try {
    const { toolCalls } = await client.complete(requestOf(target, { contract: null, tools: [tool] }), signal);
    return toolCalls.some(({ name }) => name === tool.name);
  } catch {
    return false;
  }
}

/** Assay itself does not stream. */
async function streams(
  { baseUrl, apiKey, model }: TrialTarget,
  lookup: ModelClientOptions['lookup'],
  signal: AbortSignal,
): Promise<boolean> {
  const sockets = new OwnDispatcher(lookup);
  const body = { model, messages: [{ role: 'user', content: 'Say: yes' }], stream: true };
  try {
    const { status, headers } = await exchange(await sockets.open(), {
      url: new URL(`${baseUrl.replace(/\/$/, '')}/chat/completions`),
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: Buffer.from(JSON.stringify(body)),
      signals: [signal],
    });
    return status === 200 && String(headers['content-type']).startsWith('text/event-stream');
  } catch {
    return false;
  } finally {
    await sockets.close();
  }
}

function tooSlow({ model }: TrialTarget): ModelUnavailableError {
  const message = `No answer from model "${model}" within ${TRIAL_MS / 1000} s.`;
  return new ModelUnavailableError('MODEL_TIMEOUT', message, {});
}
