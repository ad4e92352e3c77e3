import { APIConnectionError, APIError } from 'openai';
import { isJsonObject } from '../json-schema.js';
import { bodyOf } from './buffered-fetch.js';
import type { CallTarget } from './call-target.js';
import { ModelRejectedError, ModelUnavailableError } from './model-errors.js';
import { statusError } from './status-error.js';
import { TransportError, transportError } from './transport-error.js';

export interface CallContext {
  target: CallTarget;
  signal: AbortSignal;
  timeoutMs: number;
  /** Epoch milliseconds, for Retry-After dates. */
  now: number;
}

/** Our errors and the signal's reason pass. */
export function callError(thrown: unknown, context: CallContext): unknown {
  if (thrown instanceof ModelUnavailableError || thrown instanceof ModelRejectedError) return thrown;
  if (context.signal.aborted) return context.signal.reason;
  if (thrown instanceof APIError && typeof thrown.status === 'number')
    return responseError(thrown as APIError, context);
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
      raw: withoutKey(bodyOf(headers), target),
      code,
      message,
      retryAfterMs: headers ? retryAfterMs((name) => headers.get(name), now) : null,
    },
    target,
    thrown,
  );
}

function withoutKey(raw: Uint8Array | null, target: CallTarget): Uint8Array | null {
  return raw && target.withoutKey(raw);
}

function connectionError(thrown: unknown, { target, timeoutMs }: CallContext): unknown {
  const code = transportCode(thrown);
  // The caller's signal did not fire, so the timeout did.
  if (code === 'ABORTED') {
    const message = `No answer from ${target.name} within ${timeoutMs / 1000} s.`;
    return new ModelUnavailableError('MODEL_TIMEOUT', message, { cause: thrown });
  }
  if (code === 'TOO_LARGE') {
    const message = `The response of ${target.name} does not end.`;
    return new ModelUnavailableError('MODEL_BAD_RESPONSE', message, { reason: 'too-large', cause: thrown });
  }
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG') {
    const message = `The base URL of ${target.name} is not an http or https URL.`;
    return new ModelRejectedError('MODEL_NOT_FOUND', message, { cause: thrown });
  }
  const message = `Could not reach ${target.name}: ${REASONS[code] ?? code}.`;
  return new ModelUnavailableError('MODEL_UNREACHABLE', message, { cause: thrown });
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  ETIMEDOUT: 'connecting took too long',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  UNKNOWN: 'the connection failed',
};

function transportCode(thrown: unknown): string {
  const cause = thrown instanceof APIConnectionError ? thrown.cause : thrown;
  return (cause instanceof TransportError ? cause : transportError(cause)).code;
}

/** Ms, unbounded: `retry-after-ms` and `Retry-After` (RFC 9110, section 10.2.3). */
function retryAfterMs(header: (name: string) => string | null, now: number): number | null {
  const milliseconds = Number.parseFloat(header('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return Math.max(0, Math.round(milliseconds));
  const text = header('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
