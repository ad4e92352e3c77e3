import type { InfrastructureError, PermanentError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';

/** Server errors have `number`; driver errors only `code`. */
export interface ServerError extends Error {
  code?: string;
  number?: number;
  lineNumber?: number;
  originalError?: { code?: string };
}

/** Errors of the server, not of the statement (sys.messages). */
const FAULTS: [numbers: number[], fault: TargetFault][] = [
  [[596, 3980, 6005, 18401, 40197, 40613], 'TARGET_CONNECTION_LOST'],
  [[701, 802, 8645, 8651, 8657, 9002, 10928, 10929, 40501, 49918, 49919, 49920], 'TARGET_OVERLOADED'],
  [[1205, 1222, 3960], 'TARGET_LOCKED'],
];

/** Discard the connection after missing privileges and attempts to write. */
const SUSPICIOUS = new Set([229, 230, 262, 297, 300, 3906, 3908, 15247, 15281]);

export function faultOf(error: ServerError): InfrastructureError | null {
  if (error.number === undefined) return targetFault('TARGET_CONNECTION_LOST');
  const fault = FAULTS.find(([numbers]) => numbers.includes(error.number ?? 0));
  return fault ? targetFault(fault[1]) : null;
}

export function isSuspicious(error: ServerError): boolean {
  return faultOf(error) !== null || SUSPICIOUS.has(error.number ?? 0);
}

/** The server reports the line, not the position. */
export function statementError(error: ServerError): StatementError {
  const code = error.number === undefined ? null : String(error.number);
  const { message } = error;
  const hint = error.lineNumber === undefined ? null : `line ${error.lineNumber}`;
  return { category: categoryOfError('sqlserver', code, message), code, message, position: null, hint };
}

export const TIMEOUT = 'ETIMEOUT';

const REFUSALS: Record<number, string> = {
  4060: 'there is no such database, or the user may not open it',
  18456: 'the user name or the password was refused',
  18470: 'the user is disabled',
  18487: 'the password has expired',
  18488: 'the password has to be changed',
};

/** Never includes the driver's message. */
export function connectError(error: ServerError): PermanentError | InfrastructureError {
  const refusal = REFUSALS[error.number ?? 0] ?? (error.code === 'ELOGIN' ? REFUSALS[18456] : undefined);
  if (refusal !== undefined) return unreachable(refusal);
  if (error.code === 'EENCRYPT' || /^(ERR_TLS|CERT_|SELF_SIGNED|UNABLE_TO)/.test(error.originalError?.code ?? '')) {
    return unreachable('no trusted TLS connection could be made');
  }
  return unreachableFault(error);
}
