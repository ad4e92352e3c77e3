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
  const said = response.message === '' ? `HTTP ${status}` : `HTTP ${status}: ${target.quote(response.message)}`;
  const options = { status, raw, cause };
  switch (status) {
    case 401:
    case 403:
      return new ModelRejectedError(
        'MODEL_UNAUTHORIZED',
        `The key was not accepted for ${target.name} (${said}).`,
        options,
      );
    case 402:
      return quotaError(target, said, options);
    case 404:
    case 405:
    case 410:
      return new ModelRejectedError('MODEL_NOT_FOUND', `There is no ${target.name} (${said}).`, options);
    case 408:
    case 504:
      return new ModelUnavailableError('MODEL_TIMEOUT', `The endpoint timed out on ${target.name} (${said}).`, options);
    case 429:
      return rateError(response, target, said, options);
    default:
      return status >= 500 || status === 409 || status === 425
        ? serverError(response, target, said, options)
        : requestError(response, target, said, options);
  }
}

type ErrorOptions = { status: number; raw: Uint8Array | null; cause: unknown };

function quotaError(target: CallTarget, said: string, options: ErrorOptions): ModelRejectedError {
  return new ModelRejectedError('MODEL_QUOTA_EXHAUSTED', `The quota for ${target.name} is used up (${said}).`, options);
}

function rateError(
  { code, retryAfterMs }: FailedResponse,
  target: CallTarget,
  said: string,
  options: ErrorOptions,
): ModelUnavailableError | ModelRejectedError {
  // Permanent unless a delay is given.
  if (code === 'insufficient_quota' && retryAfterMs === null) return quotaError(target, said, options);
  const message = `Too many requests to ${target.name} (${said}).`;
  return new ModelUnavailableError('MODEL_RATE_LIMITED', message, { ...options, retryAfterMs });
}

function serverError(
  { status, retryAfterMs }: FailedResponse,
  target: CallTarget,
  said: string,
  options: ErrorOptions,
): ModelUnavailableError {
  const overloaded = status === 503 || status === 529;
  return new ModelUnavailableError(
    overloaded ? 'MODEL_OVERLOADED' : 'MODEL_SERVER_ERROR',
    overloaded
      ? `${capitalised(target.name)} is overloaded (${said}).`
      : `${capitalised(target.name)} failed (${said}).`,
    { ...options, retryAfterMs },
  );
}

function requestError(
  { code, message, status }: FailedResponse,
  target: CallTarget,
  said: string,
  options: ErrorOptions,
): ModelRejectedError {
  if (status === 413 || CONTEXT_EXCEEDED.test(code ?? '') || CONTEXT_EXCEEDED.test(message)) {
    const text = `The prompt is longer than ${target.name} takes (${said}).`;
    return new ModelRejectedError('MODEL_CONTEXT_EXCEEDED', text, options);
  }
  if (code === 'model_not_found') {
    return new ModelRejectedError('MODEL_NOT_FOUND', `There is no ${target.name} (${said}).`, options);
  }
  const text = `${capitalised(target.name)} refused the request (${said}).`;
  return new ModelRejectedError('MODEL_REQUEST_REFUSED', text, options);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
