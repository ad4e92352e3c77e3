import { InfrastructureError } from '@assay/contracts';

/**
 * - `UNREACHABLE`: no connection, or it broke during the response
 * - `TIMEOUT`: no response in time
 * - `NOT_ASSAY`: the response is from another program
 * - `STREAM_LOST`: the event stream could not be resumed
 */
export type ConnectionProblemCode = 'UNREACHABLE' | 'TIMEOUT' | 'NOT_ASSAY' | 'STREAM_LOST';

/** Assay's response is missing or incomplete. The request may have taken effect: repeat it only if it is idempotent. */
export class ConnectionProblem extends InfrastructureError {
  declare readonly code: ConnectionProblemCode;

  constructor(
    code: ConnectionProblemCode,
    readonly url: string,
    message: string,
    cause?: unknown,
  ) {
    super(code, message, { cause });
  }
}

/** The innermost cause: fetch only says "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  if (isError(error.cause)) return reasonOf(error.cause);
  const { errors } = error as Partial<AggregateError>;
  return Array.isArray(errors) && errors.length > 0 ? reasonOf(errors[0]) : error.message || error.name;
}

/** Platform errors may come from another realm. */
function isError(value: unknown): value is Error {
  return (
    value instanceof Error ||
    ['[object Error]', '[object DOMException]'].includes(Object.prototype.toString.call(value))
  );
}
