/**
 * Root of every error that Assay raises on purpose.
 *
 * `code` is stable and part of the record; `retryable` says whether the same work may succeed later. The edge of each
 * process maps it once: to a retry or a dead letter (tasks) or to problem+json (HTTP).
 */
export class AssayError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** A fault of infrastructure (lost connection, exhausted pool, unreachable model): never the candidate's fault. */
export class InfrastructureError extends AssayError {
  /** Earliest time to try again, milliseconds from now, when the other side said so. */
  readonly retryAfterMs: number | null;
  constructor(code: string, message: string, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(code, message, { retryable: true, cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** A failure that will repeat however often it is tried. */
export class PermanentError extends AssayError {
  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(code, message, { retryable: false, cause: options.cause });
  }
}

/** Errors of a task whose cause is one call of a model, and neither configuration nor what lies between here and there. */
const MODEL_FAULT_CODES: ReadonlySet<string> = new Set([
  'ANSWER_NOT_IN_FORM',
  'AGENT_LIMIT_REACHED',
  // what the endpoint says of this one prompt: another prompt, or the model of another level, may fare better
  'MODEL_CONTEXT_EXCEEDED',
  'MODEL_REQUEST_REFUSED',
]);

/** Whether an error is the fault of one call of a model: it costs what was asked for, not the question. */
export function isModelFault(error: Pick<ErrorNote, 'code'>): boolean {
  return MODEL_FAULT_CODES.has(error.code);
}

/** What is kept of an error on a row or in the record. */
export interface ErrorNote {
  code: string;
  message: string;
}

/** The note of any thrown value; unknown errors keep their message under the code `INTERNAL`. */
export function toErrorNote(error: unknown): ErrorNote {
  if (error instanceof AssayError) return { code: error.code, message: error.message };
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

/** What a question ends in, and a call of a model fails with, where no model is configured. */
export const MODEL_NOT_CONFIGURED: ErrorNote = {
  code: 'MODEL_NOT_CONFIGURED',
  message:
    'No model is configured. Set OPENAI_BASE_URL (any OpenAI-compatible endpoint), OPENAI_API_KEY if it asks for one, ' +
    'and ASSAY_MODEL_BASIC to the name of a model; then start Assay again.',
};
