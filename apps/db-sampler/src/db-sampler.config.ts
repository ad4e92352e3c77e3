/** Token of the keys that connection strings may be encrypted with. */
export const SECRET_KEYS = Symbol('assay.secret-keys');

/** How long a workspace's connection is kept decrypted before its row is read again, milliseconds. */
export const CONNECTION_TTL_MS = 2000;

/** Looking values up is a help, not the work: it gets little time and few rows. */
export const VALUE_LIMITS = { statementTimeoutMs: 3000, maxRows: 100, maxBytes: 100_000 };
