import type { CallTarget } from './call-target.js';
import {
  ModelRejectedError,
  ModelUnavailableError,
  type ModelRejectedCode,
  type ModelUnavailableCode,
} from './model-errors.js';

export interface FailedResponse {
  status: number;
  raw: Uint8Array | null;
  code: string | null;
  message: string;
  retryAfterMs: number | null;
}

type Words = (name: string) => string;

const REJECTED: Record<ModelRejectedCode, Words> = {
  MODEL_UNAUTHORIZED: (name) => `The key was not accepted for ${name}`,
  MODEL_NOT_FOUND: (name) => `There is no ${name}`,
  MODEL_QUOTA_EXHAUSTED: (name) => `The quota for ${name} is used up`,
  MODEL_CONTEXT_EXCEEDED: (name) => `The prompt is longer than ${name} takes`,
  MODEL_REQUEST_REFUSED: (name) => `${capitalised(name)} refused the request`,
};

type UnavailableCode = Exclude<ModelUnavailableCode, 'MODEL_UNREACHABLE' | 'MODEL_BAD_RESPONSE'>;

const UNAVAILABLE: Record<UnavailableCode, Words> = {
  MODEL_TIMEOUT: (name) => `The endpoint timed out on ${name}`,
  MODEL_RATE_LIMITED: (name) => `Too many requests to ${name}`,
  MODEL_OVERLOADED: (name) => `${capitalised(name)} is overloaded`,
  MODEL_SERVER_ERROR: (name) => `${capitalised(name)} failed`,
};

const BY_STATUS: Record<number, ModelRejectedCode | UnavailableCode> = {
  401: 'MODEL_UNAUTHORIZED',
  402: 'MODEL_QUOTA_EXHAUSTED',
  403: 'MODEL_UNAUTHORIZED',
  404: 'MODEL_NOT_FOUND',
  405: 'MODEL_NOT_FOUND',
  408: 'MODEL_TIMEOUT',
  409: 'MODEL_SERVER_ERROR',
  410: 'MODEL_NOT_FOUND',
  413: 'MODEL_CONTEXT_EXCEEDED',
  425: 'MODEL_SERVER_ERROR',
  429: 'MODEL_RATE_LIMITED',
  503: 'MODEL_OVERLOADED',
  504: 'MODEL_TIMEOUT',
  529: 'MODEL_OVERLOADED',
};

const CONTEXT_EXCEEDED =
  /context[_ ]?(length|window|size)|maximum context|prompt is too long|input is too long|too many (input )?tokens|reduce the length/i;

/** By status and code, then text. */
export function statusError(
  response: FailedResponse,
  target: CallTarget,
  cause?: unknown,
): ModelUnavailableError | ModelRejectedError {
  const { status, raw, message, retryAfterMs } = response;
  const answer = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${target.quote(message)}`;
  const code = codeOf(response);
  if (isRejected(code))
    return new ModelRejectedError(code, `${REJECTED[code](target.name)} (${answer}).`, { status, raw, cause });
  const text = `${UNAVAILABLE[code](target.name)} (${answer}).`;
  const delay = code === 'MODEL_TIMEOUT' ? null : retryAfterMs;
  return new ModelUnavailableError(code, text, { status, raw, cause, retryAfterMs: delay });
}

function codeOf({ status, code, message, retryAfterMs }: FailedResponse): ModelRejectedCode | UnavailableCode {
  // Permanent unless a delay is given.
  if (status === 429 && code === 'insufficient_quota' && retryAfterMs === null) return 'MODEL_QUOTA_EXHAUSTED';
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'MODEL_SERVER_ERROR';
  if (CONTEXT_EXCEEDED.test(code ?? '') || CONTEXT_EXCEEDED.test(message)) return 'MODEL_CONTEXT_EXCEEDED';
  return code === 'model_not_found' ? 'MODEL_NOT_FOUND' : 'MODEL_REQUEST_REFUSED';
}

function isRejected(code: ModelRejectedCode | UnavailableCode): code is ModelRejectedCode {
  return code in REJECTED;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
