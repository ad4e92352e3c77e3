import { isJsonObject } from '../json-schema.js';
import type { CallTarget } from './call-target.js';
import { type Completion, type NativeToolCall, type OtherAnswer } from './completion.js';
import { type BadResponseReason, ModelUnavailableError } from './model-errors.js';
import { type ReportedUsage, reportedUsage } from './reported-usage.js';
import { statusError } from './status-error.js';

export type BodyOfCompletion = Pick<
  Completion,
  'raw' | 'content' | 'toolCalls' | 'refusal' | 'finishReason' | 'model'
> & { reported: ReportedUsage; others: OtherAnswer[] };

/**
 * Body of a 200.
 * @throws ModelUnavailableError
 */
export function readCompletion(raw: Uint8Array, target: CallTarget): BodyOfCompletion {
  const body = parseBody(raw, target);
  if (isJsonObject(body.error)) throw errorInBody(body.error, raw, target);
  const [choice, ...further] = Array.isArray(body.choices) ? (body.choices as unknown[]) : [];
  if (!isJsonObject(choice)) throw badResponse('no-choices', 'holds no choices', raw, target);
  const answer = readChoice(choice);
  if (answer === null) throw badResponse('no-message', 'holds a choice without a message', raw, target);
  return {
    raw,
    ...answer,
    model: typeof body.model === 'string' && body.model !== '' ? body.model : target.model,
    reported: reportedUsage(body.usage),
    others: further.flatMap((other) => {
      const read = isJsonObject(other) ? readChoice(other) : null;
      const { usage: _counted, ...alone } = { ...body, choices: [other] } as Record<string, unknown>;
      return read === null ? [] : { ...read, raw: new TextEncoder().encode(JSON.stringify(alone)) };
    }),
  };
}

function readChoice(choice: Record<string, unknown>): Omit<OtherAnswer, 'raw'> | null {
  const { message } = choice;
  if (!isJsonObject(message)) return null;
  const toolCalls = toolCallsOf(message);
  const content = contentOf(message.content);
  const isEmpty = (content ?? '').trim() === '' && toolCalls.length === 0;
  return {
    content: isEmpty ? (answerInReasoning(message) ?? content) : content,
    toolCalls,
    refusal: typeof message.refusal === 'string' && message.refusal !== '' ? message.refusal : null,
    finishReason: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
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

/** Some gateways report errors with status 200. */
function errorInBody(error: Record<string, unknown>, raw: Uint8Array, target: CallTarget): Error {
  const number = Number(error.code ?? error.status);
  const status = Number.isInteger(number) && number >= 400 && number < 600 ? number : 502;
  const message = typeof error.message === 'string' ? error.message : JSON.stringify(error);
  const code = typeof error.code === 'string' ? error.code : typeof error.type === 'string' ? error.type : null;
  return statusError({ status, raw, code, message, retryAfterMs: null }, target);
}

const ENDS_WITH_OBJECT = /\}\s*(?:`{3}\s*)?$/;

/**
 * Some servers leave the content empty and put the answer behind the thinking. An object amid the thinking is a draft.
 */
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
