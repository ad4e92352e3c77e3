import type { Connection, ConnectionAttributes } from 'oracledb';
import { unreachable } from '../connection/target-errors.js';
import type { ResolvedServer } from '../connection/connection-target.js';
import type { OpenLimits } from '../driver.js';
import { connectError, type ServerError } from './errors.js';

/** ISO formats. */
export const FIXED_FORMATS: readonly (readonly [name: string, value: string])[] = [
  ['NLS_DATE_FORMAT', 'YYYY-MM-DD HH24:MI:SS'],
  ['NLS_TIMESTAMP_FORMAT', 'YYYY-MM-DD HH24:MI:SS.FF'],
  ['NLS_TIMESTAMP_TZ_FORMAT', 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM'],
  ['NLS_NUMERIC_CHARACTERS', '.,'],
];

export async function connect(target: ResolvedServer, address: string, limits: OpenLimits): Promise<Connection> {
  // Lazy: most processes do not need the driver.
  const { default: oracledb } = await import('oracledb');
  limits.signal.throwIfAborted();
  let connection: Connection;
  try {
    connection = await oracledb.getConnection(attributes(target, address, limits.connectMs));
  } catch (error) {
    throw connectError(error as ServerError);
  }
  const formats = FIXED_FORMATS.map(([name, value]) => `${name} = '${value}'`).join(' ');
  await connection.execute(`ALTER SESSION SET ${formats}`);
  return connection;
}

/** A full descriptor, so that no alias file or other parameter applies. */
export function attributes(target: ResolvedServer, address: string, connectMs: number): ConnectionAttributes {
  // Prevents descriptor injection.
  if (!/^[\w.$#-]+$/.test(target.database)) throw unreachable('the service name has characters that no service has');
  // Oracle ports do not negotiate TLS.
  const encrypted = target.tls !== 'disable' && target.tls !== 'prefer';
  const protocol = encrypted ? 'TCPS' : 'TCP';
  const matches = target.tls === 'verify-full' ? 'ON' : 'OFF';
  return {
    user: target.user,
    password: target.password.reveal(),
    connectString:
      `(DESCRIPTION=(CONNECT_TIMEOUT=${Math.ceil(connectMs / 1000)})` +
      `(ADDRESS=(PROTOCOL=${protocol})(HOST=${address})(PORT=${target.port}))` +
      `(CONNECT_DATA=(SERVICE_NAME=${target.database}))` +
      `${encrypted ? `(SECURITY=(SSL_SERVER_DN_MATCH=${matches}))` : ''})`,
  };
}
