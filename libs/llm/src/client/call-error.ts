import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { isJsonObject } from '../json-schema.js';
import { bodyOf } from './buffered-fetch.js';
import { type CallTarget } from './call-target.js';
import { ModelRejectedError } from './model-rejected-error.js';
import { ModelUnavailableError } from './model-unavailable-error.js';
import { retryAfterMs } from './retry-after.js';
import { statusError } from './status-error.js';

/** What a call was given: needed to tell its failures apart. */
export interface CallContext {
  target: CallTarget;
  signal: AbortSignal;
  timeoutMs: number;
  /** Epoch milliseconds, for dates in Retry-After. */
  now: number;
}

/**
 * The error to throw for whatever a call threw: a typed one of ours, or the reason of the caller's own signal.
 * Errors of this library pass unchanged.
 */
export function callError(thrown: unknown, context: CallContext): unknown {
  if (thrown instanceof ModelUnavailableError || thrown instanceof ModelRejectedError) return thrown;
  if (thrown instanceof APIUserAbortError || context.signal.aborted) return context.signal.reason ?? thrown;
  if (thrown instanceof APIError && typeof thrown.status === 'number') return responseError(thrown, context);
  return connectionError(thrown, context);
}

function responseError(thrown: APIError, { target, now }: CallContext): unknown {
  const headers = thrown.headers as { get(name: string): string | null } | undefined;
  const body = thrown.error;
  const fields = isJsonObject(body) ? body : {};
  const code = [fields.code, fields.type].find((value) => typeof value === 'string') ?? null;
  const message = typeof fields.message === 'string' ? fields.message : thrown.message.replace(/^\d{3} /, '');
  return statusError(
    {
      status: thrown.status as number,
      raw: bodyOf(headers),
      code,
      message,
      retryAfterMs: headers ? retryAfterMs((name) => headers.get(name), now) : null,
    },
    target,
    thrown,
  );
}

function connectionError(thrown: unknown, { target, timeoutMs }: CallContext): unknown {
  const code = systemCode(thrown);
  if (thrown instanceof APIConnectionTimeoutError && code !== 'UND_ERR_CONNECT_TIMEOUT') {
    const seconds = Math.round(timeoutMs / 100) / 10;
    const message = `No answer from ${target.name} within ${seconds} s.`;
    return new ModelUnavailableError('MODEL_TIMEOUT', message, { cause: thrown });
  }
  const why = code === null ? 'the connection failed' : (REASONS[code] ?? code);
  return new ModelUnavailableError('MODEL_UNREACHABLE', `Could not reach ${target.name}: ${why}.`, { cause: thrown });
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'connecting took too long',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
};

/** The system's or undici's code, found along the chain of causes (and inside an AggregateError of both IP families). */
function systemCode(thrown: unknown): string | null {
  let current: unknown = thrown;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
    current = current instanceof AggregateError ? (current.errors[0] as unknown) : current.cause;
  }
  return null;
}
