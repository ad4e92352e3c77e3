import type { InfrastructureError, PermanentError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';

/** Server errors have `errno`; driver errors only `code`. */
export interface ServerError extends Error {
  code?: string;
  errno?: number;
  sqlState?: string;
  sqlMessage?: string;
  fatal?: boolean;
}

/** Errors of the server, not of the statement (mysqld_error.h; MariaDB from 1900). */
const FAULTS: [numbers: number[], fault: TargetFault][] = [
  [
    [1053, 1077, 1078, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1317, 1927, 2006, 2013, 4031],
    'TARGET_CONNECTION_LOST',
  ],
  [[1021, 1037, 1040, 1041, 1135, 1203, 1226], 'TARGET_OVERLOADED'],
  [[1205, 1213, 1412], 'TARGET_LOCKED'],
];

const TIMEOUTS = new Set([1969, 3024]);

/** The connection is discarded after attempts to write, lock or reach files, and after timeouts. */
const SUSPICIOUS = new Set([1044, 1142, 1227, 1290, 1370, 1568, 1792, ...TIMEOUTS]);

/** EXPLAIN of a view also requires SHOW VIEW. */
const NO_EXPLAIN_PRIVILEGE = 1345;

export function faultOf(error: ServerError): InfrastructureError | null {
  const number = error.errno ?? 0;
  if (error.fatal || number < 1000) return targetFault('TARGET_CONNECTION_LOST');
  const fault = FAULTS.find(([numbers]) => numbers.includes(number));
  return fault ? targetFault(fault[1]) : null;
}

export function isSuspicious(error: ServerError): boolean {
  return faultOf(error) !== null || SUSPICIOUS.has(error.errno ?? 0);
}

export function isTimeout(error: ServerError): boolean {
  return TIMEOUTS.has(error.errno ?? 0);
}

export function lacksExplainPrivilege(error: unknown): boolean {
  return (error as ServerError).errno === NO_EXPLAIN_PRIVILEGE;
}

export function statementError(error: ServerError, dialect: 'mysql' | 'mariadb'): StatementError {
  const code = error.errno === undefined ? null : String(error.errno);
  const message = error.sqlMessage ?? error.message;
  return { category: categoryOfError(dialect, code, message), code, message, position: null, hint: null };
}

const REFUSALS: Record<number, string> = {
  1044: 'the user may not use this database',
  1045: 'the user name or the password was refused',
  1049: 'there is no such database',
  1130: 'the server does not accept connections from here',
  1251: 'the server and Assay have no authentication method in common',
  1698: 'the user name or the password was refused',
};

/** Never includes the driver's message. */
export function connectError(error: ServerError): PermanentError | InfrastructureError {
  const refusal = REFUSALS[error.errno ?? 0];
  if (refusal) return unreachable(refusal);
  if (isTlsError(error)) return unreachable('no trusted TLS connection could be made');
  if (error.code?.startsWith('AUTH_'))
    return unreachable('the server and Assay have no authentication method in common');
  return FAULTS[1]?.[0].includes(error.errno ?? 0) ? targetFault('TARGET_OVERLOADED') : unreachableFault(error);
}

export function refusesTls(error: ServerError): boolean {
  return error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
}

function isTlsError(error: ServerError): boolean {
  const pattern = /^(HANDSHAKE_(NO_)?SSL|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/;
  return pattern.test(error.code ?? '');
}
