import type { Connection, ConnectionAttributes } from 'oracledb';
import { unreachable } from '../connection/target-errors.js';
import type { ResolvedServer } from '../connection/connection-target.js';
import type { OpenLimits } from '../driver.js';
import { connectError, type ServerError } from './errors.js';

/** How dates are written by the server, whatever it is set to: ISO, without loss. */
const FORMATS = [
  "nls_date_format = 'YYYY-MM-DD HH24:MI:SS'",
  "nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF'",
  "nls_timestamp_tz_format = 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM'",
  "nls_numeric_characters = '.,'",
].join(' ');

/** Opens a connection to a checked address. */
export async function connect(target: ResolvedServer, address: string, limits: OpenLimits): Promise<Connection> {
  // Loaded with the first connection: most processes never need it.
  const { default: oracledb } = await import('oracledb');
  limits.signal.throwIfAborted();
  let connection: Connection;
  try {
    connection = await oracledb.getConnection(attributes(target, address, limits.connectMs));
  } catch (error) {
    throw connectError(error as ServerError);
  }
  await connection.execute(`ALTER SESSION SET ${FORMATS}`);
  return connection;
}

/** The driver's settings; a full descriptor, so that no file with aliases and no other parameter plays a part. */
export function attributes(target: ResolvedServer, address: string, connectMs: number): ConnectionAttributes {
  // What is written into the descriptor has to be one word of it.
  if (!/^[\w.$#-]+$/.test(target.database)) throw unreachable('the service name has characters that no service has');
  // Oracle negotiates nothing: a port speaks either TCP or TLS.
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
