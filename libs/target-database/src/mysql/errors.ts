import type { InfrastructureError, PermanentError, StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';

/** An error as mysql2 tells it: the server's have an `errno` of the server's, the driver's own have a `code` only. */
export interface ServerError extends Error {
  code?: string;
  errno?: number;
  sqlState?: string;
  sqlMessage?: string;
  fatal?: boolean;
}

/** Error numbers (mysqld_error.h, and MariaDB's own from 1900) that are the server's fault, not the statement's. */
const FAULTS: [numbers: number[], fault: TargetFault][] = [
  [
    [1053, 1077, 1078, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1317, 1927, 2006, 2013, 4031],
    'TARGET_CONNECTION_LOST',
  ],
  [[1021, 1037, 1040, 1041, 1135, 1203, 1226], 'TARGET_OVERLOADED'],
  [[1205, 1213, 1412], 'TARGET_LOCKED'],
];

/** A statement overran: MariaDB's max_statement_time, MySQL's max_execution_time. */
const TIMEOUTS = new Set([1969, 3024]);

/** After these the connection is not trusted: attempts to write, to lock, to reach files; timeouts. */
const SUSPICIOUS = new Set([1044, 1142, 1227, 1290, 1370, 1568, 1792, ...TIMEOUTS]);

/** EXPLAIN wants more rights on a view than reading it does (SHOW VIEW on it and what is below it). */
const EXPLAIN_NEEDS_MORE = 1345;

/** Whether an error is the server's own; null where it is the statement's. */
export function faultOf(error: ServerError): InfrastructureError | null {
  const number = error.errno ?? 0;
  if (error.fatal || number < 1000) return targetFault('TARGET_CONNECTION_LOST');
  const fault = FAULTS.find(([numbers]) => numbers.includes(number));
  return fault ? targetFault(fault[1]) : null;
}

/** Whether the connection should be given up after this error. */
export function isSuspicious(error: ServerError): boolean {
  return faultOf(error) !== null || SUSPICIOUS.has(error.errno ?? 0);
}

/** Whether the server ended a statement at its timeout. */
export function isTimeout(error: ServerError): boolean {
  return TIMEOUTS.has(error.errno ?? 0);
}

/** Whether EXPLAIN was refused although the statement itself may run. */
export function explainNeedsMore(error: unknown): boolean {
  return (error as ServerError).errno === EXPLAIN_NEEDS_MORE;
}

/** The error as the statement's fault. */
export function statementError(error: ServerError, dialect: 'mysql' | 'mariadb'): StatementError {
  const code = error.errno === undefined ? null : String(error.errno);
  const message = error.sqlMessage ?? error.message;
  return { category: categoryOfError(dialect, code, message), code, message, position: null, hint: null };
}

/** Error numbers for which connecting failed for good, with our own words. */
const REFUSALS: Record<number, string> = {
  1044: 'the user may not use this database',
  1045: 'the user name or the password was refused',
  1049: 'there is no such database',
  1130: 'the server does not accept connections from here',
  1251: 'the server and we found no way to log in',
  1698: 'the user name or the password was refused',
};

/** What a failed attempt to connect means; no word of the driver's message is passed on. */
export function connectError(error: ServerError): PermanentError | InfrastructureError {
  const refusal = REFUSALS[error.errno ?? 0];
  if (refusal) return unreachable(refusal);
  if (isTlsError(error)) return unreachable('no trusted TLS connection could be made');
  if (error.code?.startsWith('AUTH_')) return unreachable('the server and we found no way to log in');
  return FAULTS[1]?.[0].includes(error.errno ?? 0) ? targetFault('TARGET_OVERLOADED') : unreachableFault(error);
}

/** Whether the server said that it has no TLS. */
export function refusesTls(error: ServerError): boolean {
  return error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
}

function isTlsError(error: ServerError): boolean {
  const pattern = /^(HANDSHAKE_(NO_)?SSL|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/;
  return pattern.test(error.code ?? '');
}
