import type { InfrastructureError, PermanentError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';
import type { WireError } from './pipeline.js';

const FAULTS: [RegExp, TargetFault][] = [
  [/^08|^57P0[1-5]$/, 'TARGET_CONNECTION_LOST'],
  // 53400 is the statement's: it exceeded the temporary space limit.
  [/^53(?!400)|^58/, 'TARGET_OVERLOADED'],
  [/^40|^55P03$|^25P0[34]$/, 'TARGET_LOCKED'],
];

/** The connection is discarded after writes, missing privileges, timeouts, aborted or internal states. */
const SUSPICIOUS = /^(25|42501|XX|57014|2F|38|39)/;

/** Null if the statement caused the error. */
export function faultOf(error: WireError): InfrastructureError | null {
  const code = error.code;
  // Without SQLSTATE the error comes from the socket.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return targetFault('TARGET_CONNECTION_LOST');
  const fault = FAULTS.find(([pattern]) => pattern.test(code));
  return fault ? targetFault(fault[1]) : null;
}

export function isSuspicious(error: WireError): boolean {
  return faultOf(error) !== null || SUSPICIOUS.test(error.code ?? '');
}

export function isTimeout(error: WireError): boolean {
  return error.code === '57014';
}

/** @param shift characters added before the statement */
export function statementError(error: WireError, shift: number): StatementError {
  const position = Number(error.position ?? Number.NaN) - shift;
  return {
    category: categoryOfError('postgres', error.code ?? null, error.message),
    code: error.code ?? null,
    message: error.detail ? `${error.message} (${error.detail})` : error.message,
    position: Number.isSafeInteger(position) && position >= 1 ? position : null,
    hint: error.hint ?? null,
  };
}

const REFUSALS: Record<string, string> = {
  '28P01': 'the user name or the password was refused',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
  '42501': 'the user may not connect to this database',
};

/** Never includes the driver's message. */
export function connectError(error: WireError): PermanentError | InfrastructureError {
  const refusal = REFUSALS[error.code ?? ''];
  if (refusal) return unreachable(refusal);
  if (error.code?.startsWith('53')) return targetFault('TARGET_OVERLOADED');
  if (/SASL|password|authentication/i.test(error.message))
    return unreachable('the server and Assay have no authentication method in common');
  if (isTlsError(error)) return unreachable('no trusted TLS connection could be made');
  return unreachableFault(error);
}

export function refusesTls(error: WireError): boolean {
  return /does not support SSL/.test(error.message);
}

function isTlsError(error: WireError): boolean {
  return refusesTls(error) || /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(error.code ?? '');
}
