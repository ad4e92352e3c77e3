export const CONNECTION_TTL_MS = 2000;

/** Low, because value lookup is optional. */
export const VALUE_LIMITS = { statementTimeoutMs: 3000, maxRows: 100, maxBytes: 100_000 };
