import { InfrastructureError } from '@assay/contracts';

/** Faults of the database or its connection, never caused by the candidate. */
export const TARGET_FAULTS = {
  TARGET_CONNECTION_LOST: 'the connection to the database was lost',
  TARGET_POOL_EXHAUSTED: 'no connection to the database became free in time',
  TARGET_NO_ANSWER: 'the database did not answer in time',
  TARGET_OVERLOADED: 'the database is out of resources',
  TARGET_LOCKED: 'the database is locked by another process',
  TARGET_CLOSED: 'the connections to the database were closed',
  TARGET_UNAVAILABLE: 'the database failed repeatedly and is not called for a while',
  TARGET_CATALOG_CHANGED: 'functions or types of the database changed while the statement was judged',
  TARGET_QUEUE_FULL: 'too many requests are waiting for this database',
  TARGET_BUSY: 'the database is still busy with statements that it did not end',
  DATABASE_UNREACHABLE: 'the database cannot be reached',
} as const;

export type TargetFault = keyof typeof TARGET_FAULTS;

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|ORA-12541|NJS-511/, 'its server refuses connections (it is not running, or listens on another port)'],
  [/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/, 'there is no route to its host'],
  [/ETIMEDOUT|ETIMEOUT|NJS-510|timeout|timed out/i, 'no server answers at its address'],
  [/EAI_AGAIN|ESERVFAIL|ETEMPFAIL/, 'the name of its host cannot be looked up'],
  [/ECONNRESET|EPIPE|terminated|closed|ended/i, 'its server closes the connection'],
  [/57P03|57P0[123]/, 'its server is starting or stopping'],
];

const DEPTH = 4;

/** A transient connection failure, described in fixed phrases without the driver's message. */
export function unreachableFault(error: unknown): InfrastructureError {
  const messages = messagesOf(error, DEPTH);
  const cause = CAUSES.find(([pattern]) => messages.some((text) => pattern.test(text)))?.[1];
  const message = TARGET_FAULTS.DATABASE_UNREACHABLE + (cause === undefined ? '' : `: ${cause}`);
  return new InfrastructureError('DATABASE_UNREACHABLE', message);
}

/** Codes first, because messages may quote anything. */
function messagesOf(error: unknown, depth: number): string[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const { code, originalError, errors, cause } = error as {
    code?: unknown;
    originalError?: unknown;
    errors?: unknown[];
    cause?: unknown;
  };
  const inner = [originalError, cause, ...(Array.isArray(errors) ? errors : [])];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...inner.flatMap((each) => messagesOf(each, depth - 1)),
    error.message,
  ];
}

/** Fixed message: driver texts may contain addresses or credentials. */
export function targetFault(code: TargetFault, retryAfterMs: number | null = null): InfrastructureError {
  return new InfrastructureError(code, TARGET_FAULTS[code], { retryAfterMs });
}
