import { isJsonObject } from '../json-schema.js';
import type { CallTarget } from './call-target.js';
import type { EndpointResponse } from './endpoint-sockets.js';
import { ModelRejectedError, ModelUnavailableError } from './model-errors.js';
import { statusError } from './status-error.js';
import { TransportError, transportError } from './transport-error.js';

export interface CallContext {
  target: CallTarget;
  signal: AbortSignal;
  timeoutMs: number;
}

/** Our errors and the signal's reason pass. */
export function callError(thrown: unknown, context: CallContext): unknown {
  if (thrown instanceof ModelUnavailableError || thrown instanceof ModelRejectedError) return thrown;
  return context.signal.aborted ? context.signal.reason : connectionError(thrown, context);
}

/** Of a response whose status is no success. */
export function responseError({ status, headers, body }: EndpointResponse, target: CallTarget): Error {
  const error = errorIn(new TextDecoder().decode(body));
  const fields = isJsonObject(error) ? error : {};
  const code = [fields.code, fields.type].find((value) => typeof value === 'string') ?? null;
  const message = fields.message ?? error ?? '';
  return statusError(
    {
      status,
      raw: target.withoutKey(body),
      code,
      message: typeof message === 'string' ? message : JSON.stringify(message),
      retryAfterMs: retryAfterMs((name) => [headers[name] ?? []].flat()[0] ?? null, Date.now()),
    },
    target,
  );
}

/** The `error` of a JSON object; else the text. */
function errorIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body.error : body;
  } catch {
    return text;
  }
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
  return (thrown instanceof TransportError ? thrown : transportError(thrown)).code;
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
