import { connect as connectSocket, type Socket } from 'node:net';
import type { Connection, ConnectionOptions, SslOptions } from 'mysql2';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import type { OpenLimits } from '../driver.js';
import { streamOf } from './stream-query.js';
import { connectError, refusesTls, type ServerError } from './errors.js';

const CANCEL_MS = 10_000;

/** Bytes that a server may send before login and outside of answers. */
export const PROTOCOL_BYTES = 262_144;
const COUNT_MS = 10;
/** Packets out of order per connection; the driver prints a line for each. */
const MOST_DISORDERED = 10;

/** `prefer` uses plain text only if the server has no TLS. @param address checked */
export async function connect(target: ResolvedServer, address: string, limits: OpenLimits): Promise<Connection> {
  try {
    return await connectOnce(target, address, limits, target.tls !== 'disable');
  } catch (error) {
    if (target.tls !== 'prefer' || !refusesTls(error as ServerError)) throw connectError(error as ServerError);
  }
  return connectOnce(target, address, limits, false).catch((error: unknown) => {
    throw connectError(error as ServerError);
  });
}

async function connectOnce(
  target: ResolvedServer,
  address: string,
  limits: OpenLimits,
  encrypted: boolean,
): Promise<Connection> {
  const { default: mysql } = await import('mysql2');
  limits.signal.throwIfAborted();
  const socket = connectSocket({ host: address, port: target.port, noDelay: true, keepAlive: true });
  socket.on('error', () => undefined);
  const connection = mysql.createConnection(options(target, socket, limits.connectMs, encrypted));
  // Without a listener an idle error would end the process.
  connection.on('error', () => undefined);
  limitDisorder(connection);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(new Error('no longer needed'));
    limits.signal.addEventListener('abort', giveUp, { once: true });
    // A timer counts, because encryption removes the socket's data listeners.
    const counting = setInterval(() => socket.bytesRead > PROTOCOL_BYTES && giveUp(), COUNT_MS);
    connection.connect((error) => {
      clearInterval(counting);
      limits.signal.removeEventListener('abort', giveUp);
      if (!error) return resolve(connection);
      socket.destroy();
      reject(error);
    });
  });
}

function limitDisorder(connection: Connection): void {
  let disordered = 0;
  connection.on('warn', () => {
    disordered += 1;
    if (disordered < MOST_DISORDERED) return;
    // Missing in the driver's types.
    Object.assign(connection, { handlePacket: () => undefined });
    streamOf(connection).destroy(new Error('the server sends packets out of order'));
  });
}

/** Connects to the checked address; the host name is for the certificate. */
function options(
  target: ResolvedServer,
  socket: Socket,
  connectTimeout: number,
  encrypted: boolean,
): ConnectionOptions {
  return {
    host: target.host,
    port: target.port,
    user: target.user,
    password: target.password.reveal(),
    database: target.database,
    stream: () => socket,
    connectTimeout,
    charset: 'utf8mb4',
    multipleStatements: false,
    disableEval: true,
    jsonStrings: true,
    // Prevents the server from requesting client files.
    flags: ['-LOCAL_FILES'],
    ...(encrypted ? { ssl: tlsOptions(target.tls) } : {}),
  };
}

function tlsOptions(mode: TlsMode): SslOptions {
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return { rejectUnauthorized: verifies, verifyIdentity: mode === 'verify-full' };
}

/** Does not wait for the server to hang up. */
export async function quit(connection: Connection, waitMs: number): Promise<void> {
  const stream = streamOf(connection);
  // The command waits behind a reset that may have no answer.
  let watch: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const giveUp = (): void => {
      stream.destroy();
      resolve();
    };
    watch = setTimeout(giveUp, waitMs);
    stream.on('close', resolve);
    connection.end(() => resolve());
  });
  clearTimeout(watch);
  stream.end(() => stream.destroy());
}

export async function requestCancel(connection: Connection, target: ResolvedServer, address: string): Promise<void> {
  const limits = { connectMs: CANCEL_MS, signal: AbortSignal.timeout(CANCEL_MS) };
  try {
    const messenger = await connect(target, address, limits);
    await new Promise<void>((resolve) => {
      messenger.query(`kill connection ${Number(connection.threadId)}`, () => resolve());
      limits.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    messenger.destroy();
  } catch {
    // Cutting the connection must suffice.
  }
}
