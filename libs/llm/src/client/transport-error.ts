/** Why no whole response came back, below HTTP. */
export class TransportError extends Error {
  /** The system's or undici's code; `ABORTED` when the request's signal fired, `TOO_LARGE` past the body's limit. */
  readonly code: string;
  constructor(code: string, options?: { cause: unknown }) {
    super(`transport failed: ${code}`, options);
    this.name = 'TransportError';
    this.code = code;
  }
}

/** The transport error of whatever a socket reported. Reads properties only: such errors may be of another realm. */
export function transportError(thrown: unknown): TransportError {
  let current: unknown = thrown;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, errors, cause } = current as { code?: unknown; errors?: unknown; cause?: unknown };
    if (typeof code === 'string' && code !== '') return new TransportError(code, { cause: thrown });
    // Both address families tried: each has its error, and the first tells enough.
    current = Array.isArray(errors) ? (errors[0] as unknown) : cause;
  }
  return new TransportError('UNKNOWN', { cause: thrown });
}
