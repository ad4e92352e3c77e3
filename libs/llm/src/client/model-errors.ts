import { InfrastructureError, PermanentError } from '@assay/contracts';

export interface ModelFailure {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly raw: Uint8Array | null;
}

/** `MODEL_CONTEXT_EXCEEDED` and `MODEL_REQUEST_REFUSED` concern this request, others key, address or account. */
export type ModelRejectedCode =
  | 'MODEL_UNAUTHORIZED'
  | 'MODEL_NOT_FOUND'
  | 'MODEL_REQUEST_REFUSED'
  | 'MODEL_CONTEXT_EXCEEDED'
  | 'MODEL_QUOTA_EXHAUSTED';

export class ModelRejectedError extends PermanentError implements ModelFailure {
  declare readonly code: ModelRejectedCode;
  readonly status: number | null;
  readonly raw: Uint8Array | null;
  constructor(code: ModelRejectedCode, message: string, options: Partial<ModelFailure> & { cause?: unknown } = {}) {
    super(code, message, options);
    this.status = options.status ?? null;
    this.raw = options.raw ?? null;
  }
}

export type ModelUnavailableCode =
  | 'MODEL_UNREACHABLE'
  | 'MODEL_TIMEOUT'
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_OVERLOADED'
  | 'MODEL_SERVER_ERROR'
  | 'MODEL_BAD_RESPONSE';

/** A transient failure; `retryAfterMs` is the endpoint's unbounded value. */
export class ModelUnavailableError extends InfrastructureError implements ModelFailure {
  declare readonly code: ModelUnavailableCode;
  readonly status: number | null;
  readonly raw: Uint8Array | null;
  /** For `MODEL_BAD_RESPONSE`. */
  readonly reason: BadResponseReason | null;
  constructor(
    code: ModelUnavailableCode,
    message: string,
    options: Partial<ModelFailure> & {
      retryAfterMs?: number | null;
      reason?: BadResponseReason;
      cause?: unknown;
    } = {},
  ) {
    super(code, message, options);
    this.status = options.status ?? null;
    this.raw = options.raw ?? null;
    this.reason = options.reason ?? null;
  }
}

export type BadResponseReason =
  'empty-body' | 'html' | 'event-stream' | 'not-json' | 'no-choices' | 'no-message' | 'too-large';
