/** The fields of an error that are logged; drivers attach requests and parameters. */
export interface SerializedError {
  type: string;
  message: string;
  stack?: string;
  cause?: SerializedError;
  errors?: SerializedError[];
  [field: string]: unknown;
}

/** Without data: Postgres's `detail` and `where` repeat rows. */
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

const DEPTH = 5;

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
