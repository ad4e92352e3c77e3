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
  if (!isError(error)) return String(error);
  if (isError(error.cause)) return reasonOf(error.cause);
  const { errors } = error as Partial<AggregateError>;
  return Array.isArray(errors) && errors.length > 0 ? reasonOf(errors[0]) : error.message || error.name;
}

/** Not `instanceof`: errors of the platform may come from another realm. */
function isError(value: unknown): value is Error {
  return (
    value instanceof Error ||
    ['[object Error]', '[object DOMException]'].includes(Object.prototype.toString.call(value))
  );
}
