export class TransportError extends Error {
  /** System or undici code; `ABORTED`, `TOO_LARGE`. */
  readonly code: string;
  constructor(code: string, options?: { cause: unknown }) {
    super(`transport failed: ${code}`, options);
    this.name = 'TransportError';
    this.code = code;
  }
}

/** Properties only: errors may be from another realm. */
export function transportError(thrown: unknown): TransportError {
  let current: unknown = thrown;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, errors, cause } = current as { code?: unknown; errors?: unknown; cause?: unknown };
    if (typeof code === 'string' && code !== '') return new TransportError(code, { cause: thrown });
    // One error per address family.
    current = Array.isArray(errors) ? (errors[0] as unknown) : cause;
  }
  return new TransportError('UNKNOWN', { cause: thrown });
}
