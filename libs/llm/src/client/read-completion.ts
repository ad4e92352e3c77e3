import { isJsonObject } from '../json-schema.js';
import { type CallTarget } from './call-target.js';
import { type Completion, type NativeToolCall } from './completion.js';
import { type BadResponseReason, ModelUnavailableError } from './model-unavailable-error.js';
import { statusError } from './status-error.js';

/** Common estimate for English and code. */
const CHARACTERS_PER_TOKEN = 4;

export type BodyOfCompletion = Pick<
  Completion,
  | 'raw'
  | 'content'
  | 'toolCalls'
  | 'refusal'
  | 'finishReason'
  | 'model'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedTokens'
  | 'usage'
>;

/**
 * Body of a 200.
 * @param promptCharacters if usage is missing
 * @throws ModelUnavailableError
 */
export function readCompletion(raw: Uint8Array, target: CallTarget, promptCharacters: number): BodyOfCompletion {
  const body = parseBody(raw, target);
  if (isJsonObject(body.error)) throw errorInBody(body.error, raw, target);
  const choice = Array.isArray(body.choices) ? (body.choices as unknown[])[0] : undefined;
  if (!isJsonObject(choice)) throw badResponse('no-choices', 'holds no choices', raw, target);
  const { message } = choice;
  if (!isJsonObject(message)) throw badResponse('no-message', 'holds a choice without a message', raw, target);
  const toolCalls = toolCallsOf(message);
  const content = contentOf(message.content);
  const isEmpty = (content ?? '').trim() === '' && toolCalls.length === 0;
  return {
    raw,
    content: isEmpty ? (answerInReasoning(message) ?? content) : content,
    toolCalls,
    refusal: typeof message.refusal === 'string' && message.refusal !== '' ? message.refusal : null,
    finishReason: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
    model: typeof body.model === 'string' && body.model !== '' ? body.model : target.model,
    ...usageOf(body.usage, promptCharacters, raw.length),
  };
}

function parseBody(raw: Uint8Array, target: CallTarget): Record<string, unknown> {
  const text = new TextDecoder().decode(raw);
  try {
    const body: unknown = JSON.parse(text);
    if (isJsonObject(body)) return body;
  } catch {
    // Classified below.
  }
  if (text.trim() === '') throw badResponse('empty-body', 'is empty', raw, target);
  if (/^\s*</.test(text)) throw badResponse('html', 'is a web page (is the base URL right?)', raw, target);
  if (/^\s*(data|event):/.test(text)) throw badResponse('event-stream', 'is an event stream', raw, target);
  throw badResponse('not-json', 'is not a JSON object', raw, target);
}

function badResponse(
  reason: BadResponseReason,
  what: string,
  raw: Uint8Array,
  target: CallTarget,
): ModelUnavailableError {
  const message = `The response of ${target.name} ${what}.`;
  return new ModelUnavailableError('MODEL_BAD_RESPONSE', message, { status: 200, raw, reason });
}

/** Some gateways fail in a 200. */
function errorInBody(error: Record<string, unknown>, raw: Uint8Array, target: CallTarget): Error {
  const number = Number(error.code ?? error.status);
  const status = Number.isInteger(number) && number >= 400 && number < 600 ? number : 502;
  const message = typeof error.message === 'string' ? error.message : JSON.stringify(error);
  const code = typeof error.code === 'string' ? error.code : typeof error.type === 'string' ? error.type : null;
  return statusError({ status, raw, code, message, retryAfterMs: null }, target);
}

const ENDS_WITH_OBJECT = /\}\s*(?:`{3}\s*)?$/;

/** Some servers put the answer behind the thinking and leave the content empty. An object amid the thinking is a draft. */
function answerInReasoning({ reasoning_content: reasoning }: Record<string, unknown>): string | null {
  return typeof reasoning === 'string' && ENDS_WITH_OBJECT.test(reasoning) ? reasoning : null;
}

function contentOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content
    .map((part: unknown) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Also `function_call`. */
function toolCallsOf(message: Record<string, unknown>): NativeToolCall[] {
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const functions = calls.map((call) => (isJsonObject(call) ? (call.function ?? call.custom ?? call) : null));
  return [...functions, message.function_call].filter(isJsonObject).map((called) => ({
    name: typeof called.name === 'string' ? called.name : '',
    arguments: parseArguments(called.arguments ?? called.input),
  }));
}

function parseArguments(given: unknown): unknown {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}

function usageOf(
  usage: unknown,
  promptCharacters: number,
  answerBytes: number,
): Pick<Completion, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'usage'> {
  const fields = isJsonObject(usage) ? usage : {};
  const input = count(fields.prompt_tokens) ?? count(fields.input_tokens);
  const output = count(fields.completion_tokens) ?? count(fields.output_tokens);
  const details = isJsonObject(fields.prompt_tokens_details) ? fields.prompt_tokens_details : {};
  const cached = count(details.cached_tokens) ?? count(fields.cache_read_input_tokens);
  return {
    ...(cached !== null && { cachedTokens: cached }),
    inputTokens: input ?? Math.ceil(promptCharacters / CHARACTERS_PER_TOKEN),
    outputTokens: output ?? Math.ceil(answerBytes / CHARACTERS_PER_TOKEN),
    usage: input === null || output === null ? 'estimated' : 'reported',
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
}
