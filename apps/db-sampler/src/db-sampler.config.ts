/** Token of the decryption keys of connection strings. */
export const SECRET_KEYS = Symbol('assay.secret-keys');

/** Cache time of decrypted connections. */
export const CONNECTION_TTL_MS = 2000;

/** Low, because value lookup is optional. */
export const VALUE_LIMITS = { statementTimeoutMs: 3000, maxRows: 100, maxBytes: 100_000 };
