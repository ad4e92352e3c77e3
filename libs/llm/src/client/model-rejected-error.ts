import { PermanentError } from '@assay/contracts';
import { type ModelFailure } from './model-failure.js';

/**
 * Failures of a model call that repeat however often the same request is sent. `MODEL_CONTEXT_EXCEEDED` and
 * `MODEL_REQUEST_REFUSED` are about this one request (400, 413, 422 …), the others about key, address or account.
 */
export type ModelRejectedCode =
  | 'MODEL_UNAUTHORIZED'
  | 'MODEL_NOT_FOUND'
  | 'MODEL_REQUEST_REFUSED'
  | 'MODEL_CONTEXT_EXCEEDED'
  | 'MODEL_QUOTA_EXHAUSTED';

/** The endpoint rejected the request; sending it again changes nothing. */
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
