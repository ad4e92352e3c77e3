import { InfrastructureError } from '@assay/contracts';
import { type ModelFailure } from './model-failure.js';

/** Failures of a model call that may pass. */
export type ModelUnavailableCode =
  | 'MODEL_UNREACHABLE'
  | 'MODEL_TIMEOUT'
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_OVERLOADED'
  | 'MODEL_SERVER_ERROR'
  | 'MODEL_BAD_RESPONSE';

/** A model call failed for a reason that may pass; `retryAfterMs` is the endpoint's own word, of any length. */
export class ModelUnavailableError extends InfrastructureError implements ModelFailure {
  declare readonly code: ModelUnavailableCode;
  readonly status: number | null;
  readonly raw: Uint8Array | null;
  /** For `MODEL_BAD_RESPONSE`: what was wrong with the body. */
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

/** Why the body of a 200 is no completion. */
export type BadResponseReason =
  'empty-body' | 'html' | 'event-stream' | 'not-json' | 'no-choices' | 'no-message' | 'too-large';
