import { InfrastructureError } from '@assay/contracts';

/** Codes of infrastructure faults of a target database; every one may pass, none is the candidate's. */
export const TARGET_FAULTS = {
  TARGET_CONNECTION_LOST: 'the connection to the database was lost',
  TARGET_POOL_EXHAUSTED: 'no connection to the database became free in time',
  TARGET_NO_ANSWER: 'the database did not answer in time',
  TARGET_OVERLOADED: 'the database is out of resources',
  TARGET_LOCKED: 'the database is locked by somebody else',
  TARGET_CLOSED: 'the connections to the database were closed',
  TARGET_UNAVAILABLE: 'the database failed repeatedly and is left alone for a while',
  TARGET_BUSY: 'too many requests are waiting for this database',
  DATABASE_UNREACHABLE: 'the database cannot be reached',
} as const;

export type TargetFault = keyof typeof TARGET_FAULTS;

/** An infrastructure fault with our own fixed message: no driver's text, which may quote addresses or credentials. */
export function targetFault(code: TargetFault, retryAfterMs: number | null = null): InfrastructureError {
  return new InfrastructureError(code, TARGET_FAULTS[code], { retryAfterMs });
}
