import type { InfrastructureError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { targetFault, type TargetFault } from '../target-faults.js';
import type { ChildFailure } from '../processes/protocol.js';

/** Primary result codes (sqlite.org/rescode.html). */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  20: 'SQLITE_MISMATCH',
  23: 'SQLITE_AUTH',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
};

const FAULTS: Record<string, TargetFault> = {
  SQLITE_BUSY: 'TARGET_LOCKED',
  SQLITE_LOCKED: 'TARGET_LOCKED',
  SQLITE_PROTOCOL: 'TARGET_LOCKED',
  SQLITE_IOERR: 'TARGET_CONNECTION_LOST',
  SQLITE_FULL: 'TARGET_OVERLOADED',
  SQLITE_CANTOPEN: 'DATABASE_UNREACHABLE',
};

function codeOf(failure: ChildFailure): string | null {
  return failure.errcode === null ? null : (CODES[failure.errcode & 255] ?? null);
}

export function faultOf(failure: ChildFailure): InfrastructureError | null {
  const fault = FAULTS[codeOf(failure) ?? ''];
  return fault === undefined ? null : targetFault(fault);
}

/** Discard the process after a forbidden action or lack of memory. */
export function isSuspicious(failure: ChildFailure): boolean {
  const code = codeOf(failure);
  return code === null || ['SQLITE_AUTH', 'SQLITE_READONLY', 'SQLITE_NOMEM', 'SQLITE_CORRUPT'].includes(code);
}

export function statementError(failure: ChildFailure): StatementError {
  const code = codeOf(failure);
  const { message } = failure;
  return { category: categoryOfError('sqlite', code, message), code, message, position: null, hint: null };
}

export const TIMEOUT = 'SQLITE_INTERRUPT';
