import { PermanentError } from '@assay/contracts';
import { type ModelFailure } from './model-failure.js';

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
