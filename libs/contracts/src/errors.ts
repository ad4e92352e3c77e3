/**
 * `code` is stable and recorded; `retryable` says whether a repeat may succeed. Edges map errors once, to retry, dead
 * letter or problem+json.
 */
export class AssayError extends Error {
  readonly retryable: boolean;
  constructor(
    readonly code: string,
    message: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.retryable = options.retryable ?? false;
  }
}

/** Infrastructure failed (connection, pool, model endpoint); not the candidate's fault. */
export class InfrastructureError extends AssayError {
  /** Requested delay, if any. */
  readonly retryAfterMs: number | null;
  constructor(code: string, message: string, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(code, message, { retryable: true, cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** A failure that will repeat. */
export class PermanentError extends AssayError {
  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(code, message, { retryable: false, cause: options.cause });
  }
}

/** Errors caused by one model call, not by configuration or transport. */
const MODEL_FAULT_CODES: ReadonlySet<string> = new Set([
  'ANSWER_NOT_IN_FORM',
  'AGENT_LIMIT_REACHED',
  // concerns this prompt only: another prompt or model may succeed
  'MODEL_CONTEXT_EXCEEDED',
  'MODEL_REQUEST_REFUSED',
]);

/** Whether one model call caused the error: it costs that result, not the question. */
export function isModelFault(error: Pick<ErrorNote, 'code'>): boolean {
  return MODEL_FAULT_CODES.has(error.code);
}

export interface ErrorNote {
  code: string;
  message: string;
}

/** Unknown errors are `INTERNAL`. */
export function toErrorNote(error: unknown): ErrorNote {
  if (error instanceof AssayError) return { code: error.code, message: error.message };
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

export const MODEL_NOT_CONFIGURED: ErrorNote = {
  code: 'MODEL_NOT_CONFIGURED',
  message:
    'No model is configured. An admin sets one up on the page, under Models. Or set OPENAI_BASE_URL (any ' +
    'OpenAI-compatible endpoint), OPENAI_API_KEY if it asks for one, and ASSAY_MODEL_BASIC to the name of a model; then ' +
    'start Assay again.',
};

/** @param problem why the configured model cannot be used; null: there is none */
export function noModel(problem: string | null = null): ErrorNote {
  return problem === null ? MODEL_NOT_CONFIGURED : { ...MODEL_NOT_CONFIGURED, message: problem };
}
