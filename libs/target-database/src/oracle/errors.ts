import type { InfrastructureError, PermanentError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';

/** `ORA-` errors are the server's, `NJS-` the driver's. */
export interface ServerError extends Error {
  code?: string;
  errorNum?: number;
  offset?: number;
}

/** Errors of the server, not of the statement (Oracle Database Error Messages). */
const FAULTS: [numbers: number[], fault: TargetFault][] = [
  [
    [28, 600, 1012, 1033, 1034, 1089, 1090, 1092, 3113, 3114, 3135, 12170, 12537, 12541, 12547, 12571],
    'TARGET_CONNECTION_LOST',
  ],
  [[18, 20, 1652, 4030, 4031, 12516, 12519, 12520], 'TARGET_OVERLOADED'],
  [[54, 60, 1555, 8177, 30006], 'TARGET_LOCKED'],
];

export const CALL_TIMEOUT = 'NJS-123';

/** Discard the connection after attempts to write, missing privileges and cancelled calls. */
const SUSPICIOUS = new Set([1013, 1031, 1456, 14551, 16000]);

function isTimeout(error: ServerError): boolean {
  return error.code === CALL_TIMEOUT;
}

export function faultOf(error: ServerError): InfrastructureError | null {
  if (isTimeout(error)) return null;
  if (!error.code?.startsWith('ORA-')) return targetFault('TARGET_CONNECTION_LOST');
  const fault = FAULTS.find(([numbers]) => numbers.includes(error.errorNum ?? 0));
  return fault ? targetFault(fault[1]) : null;
}

export function isSuspicious(error: ServerError): boolean {
  return isTimeout(error) || faultOf(error) !== null || SUSPICIOUS.has(error.errorNum ?? 0);
}

export function statementError(error: ServerError, timeoutMs: number): StatementError {
  if (isTimeout(error)) {
    const message = `the statement was ended after ${timeoutMs} ms`;
    return { category: 'EXECUTION_ERROR', code: CALL_TIMEOUT, message, position: null, hint: null };
  }
  const code = error.code ?? null;
  // Removes the driver's documentation link.
  const message = error.message.split('\nHelp:')[0] ?? error.message;
  const position = typeof error.offset === 'number' && error.offset > 0 ? error.offset + 1 : null;
  return { category: categoryOfError('oracle', code, message), code, message, position, hint: null };
}

const REFUSALS: Record<number, string> = {
  1017: 'the user name or the password was refused',
  1045: 'the user may not connect',
  12505: 'there is no such database',
  12514: 'there is no such database',
  28000: 'the user is locked',
  28001: 'the password has expired',
};

/** Never includes the driver's message. */
export function connectError(error: ServerError): PermanentError | InfrastructureError {
  if (error.code === 'NJS-518') return unreachable('there is no such database');
  if (error.code === 'NJS-505') return unreachable('no trusted TLS connection could be made');
  const refusal = REFUSALS[error.errorNum ?? 0];
  return refusal === undefined ? unreachableFault(error) : unreachable(refusal);
}
