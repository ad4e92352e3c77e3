import { InfrastructureError } from '@assay/contracts';

/**
 * - `UNREACHABLE`: no connection, or it broke before the answer was whole
 * - `TIMEOUT`: no answer in time
 * - `NOT_ASSAY`: an answer that Assay does not give (a page of something else that listens there)
 * - `STREAM_LOST`: events stopped coming and could not be resumed
 */
export type ConnectionProblemCode = 'UNREACHABLE' | 'TIMEOUT' | 'NOT_ASSAY' | 'STREAM_LOST';

/** Assay did not answer, so nothing is known about what became of the request. */
export class ConnectionProblem extends InfrastructureError {
  declare readonly code: ConnectionProblemCode;
  /** Where Assay was looked for, without a query. */
  readonly url: string;

  constructor(code: ConnectionProblemCode, url: string, message: string, cause?: unknown) {
    super(code, message, { cause });
    this.url = url;
  }
}

/** The innermost reason of a failed fetch in words: fetch itself only says "fetch failed". */
export function reasonOf(error: unknown): string {
  let reason: unknown = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  if (reason instanceof AggregateError && reason.errors.length > 0) return reasonOf(reason.errors[0]);
  return reason instanceof Error ? reason.message : String(reason);
}
