/** An error in the log: these fields and no others, whatever drivers hang onto theirs (clients, requests, parameters). */
export interface SerializedError {
  type: string;
  message: string;
  stack?: string;
  cause?: SerializedError;
  /** The errors of an AggregateError. */
  errors?: SerializedError[];
  [field: string]: unknown;
}

/**
 * What helps to find a fault and holds no values: codes, and the names that Postgres and the network give. Not among
 * them: `detail` and `where`, which repeat rows.
 */
const ALLOWED = [
  'code',
  'errno',
  'syscall',
  'hostname',
  'address',
  'port',
  'status',
  'retryable',
  'retryAfterMs',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

/** Causes of causes are followed this far. */
const DEPTH = 5;

/** An error by the list of fields that may be logged; anything else that was thrown, as its text. */
export function serializeError(error: unknown, depth: number = DEPTH): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const fields = error as Error & Record<string, unknown> & { errors?: unknown };
  const serialized: SerializedError = { type: error.name, message: error.message, stack: error.stack };
  for (const name of ALLOWED) if (isPlain(fields[name])) serialized[name] = fields[name];
  if (depth > 0 && error.cause !== undefined) serialized.cause = serializeError(error.cause, depth - 1);
  if (depth > 0 && Array.isArray(fields.errors)) {
    serialized.errors = fields.errors.map((inner) => serializeError(inner, depth - 1));
  }
  return serialized;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
