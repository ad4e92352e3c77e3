import { type CallTarget } from './call-target.js';
import { ModelRejectedError } from './model-rejected-error.js';
import { ModelUnavailableError } from './model-unavailable-error.js';

export interface FailedResponse {
  status: number;
  raw: Uint8Array | null;
  code: string | null;
  message: string;
  retryAfterMs: number | null;
}

const CONTEXT_EXCEEDED =
  /context[_ ]?(length|window|size)|maximum context|prompt is too long|input is too long|too many (input )?tokens|reduce the length/i;

/** By status and code, then text. */
export function statusError(
  response: FailedResponse,
  target: CallTarget,
  cause?: unknown,
): ModelUnavailableError | ModelRejectedError {
  const { status, raw } = response;
  const answer = response.message === '' ? `HTTP ${status}` : `HTTP ${status}: ${target.quote(response.message)}`;
  const options = { status, raw, cause };
  switch (status) {
    case 401:
    case 403:
      return new ModelRejectedError(
        'MODEL_UNAUTHORIZED',
        `The key was not accepted for ${target.name} (${answer}).`,
        options,
      );
    case 402:
      return quotaError(target, answer, options);
    case 404:
    case 405:
    case 410:
      return new ModelRejectedError('MODEL_NOT_FOUND', `There is no ${target.name} (${answer}).`, options);
    case 408:
    case 504:
      return new ModelUnavailableError(
        'MODEL_TIMEOUT',
        `The endpoint timed out on ${target.name} (${answer}).`,
        options,
      );
    case 429:
      return rateError(response, target, answer, options);
    default:
      return status >= 500 || status === 409 || status === 425
        ? serverError(response, target, answer, options)
        : requestError(response, target, answer, options);
  }
}

type ErrorOptions = { status: number; raw: Uint8Array | null; cause: unknown };

function quotaError(target: CallTarget, answer: string, options: ErrorOptions): ModelRejectedError {
  return new ModelRejectedError(
    'MODEL_QUOTA_EXHAUSTED',
    `The quota for ${target.name} is used up (${answer}).`,
    options,
  );
}

function rateError(
  { code, retryAfterMs }: FailedResponse,
  target: CallTarget,
  answer: string,
  options: ErrorOptions,
): ModelUnavailableError | ModelRejectedError {
  // Permanent unless a delay is given.
  if (code === 'insufficient_quota' && retryAfterMs === null) return quotaError(target, answer, options);
  const message = `Too many requests to ${target.name} (${answer}).`;
  return new ModelUnavailableError('MODEL_RATE_LIMITED', message, { ...options, retryAfterMs });
}

function serverError(
  { status, retryAfterMs }: FailedResponse,
  target: CallTarget,
  answer: string,
  options: ErrorOptions,
): ModelUnavailableError {
  const overloaded = status === 503 || status === 529;
  return new ModelUnavailableError(
    overloaded ? 'MODEL_OVERLOADED' : 'MODEL_SERVER_ERROR',
    overloaded
      ? `${capitalised(target.name)} is overloaded (${answer}).`
      : `${capitalised(target.name)} failed (${answer}).`,
    { ...options, retryAfterMs },
  );
}

function requestError(
  { code, message, status }: FailedResponse,
  target: CallTarget,
  answer: string,
  options: ErrorOptions,
): ModelRejectedError {
  if (status === 413 || CONTEXT_EXCEEDED.test(code ?? '') || CONTEXT_EXCEEDED.test(message)) {
    const text = `The prompt is longer than ${target.name} takes (${answer}).`;
    return new ModelRejectedError('MODEL_CONTEXT_EXCEEDED', text, options);
  }
  if (code === 'model_not_found') {
    return new ModelRejectedError('MODEL_NOT_FOUND', `There is no ${target.name} (${answer}).`, options);
  }
  const text = `${capitalised(target.name)} refused the request (${answer}).`;
  return new ModelRejectedError('MODEL_REQUEST_REFUSED', text, options);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
