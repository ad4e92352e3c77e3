import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import type { ConnectionOptions } from 'node:tls';
import type { OpenLimits } from '../driver.js';
import { CheckedConnection } from './checked-connection.js';
import { connectError, refusesTls } from './errors.js';
import type { WireError } from './pipeline.js';

/** How long a cancel request may take, in milliseconds; it is a courtesy, the connection is cut in any case. */
const CANCEL_MS = 1000;

/** How long a cancelled statement may take to end, in milliseconds. */
const CANCEL_GRACE_MS = 1000;
/** How long after a request to cancel the second one is made; each waits twice as long as the one before. */
const CANCEL_AGAIN_MS = 16;

/** A client, and its connection by its own type. */
export interface OpenClient {
  client: pg.Client;
  connection: CheckedConnection;
}

/** Opens a client to a checked address; `prefer` falls back to plain text only where the server has no TLS at all. */
export async function connectClient(target: ResolvedServer, address: string, limits: OpenLimits): Promise<OpenClient> {
  try {
    return await connectOnce(target, address, limits, target.tls !== 'disable');
  } catch (error) {
    if (target.tls !== 'prefer' || !refusesTls(error as WireError)) throw connectError(error as WireError);
  }
  return connectOnce(target, address, limits, false).catch((error: unknown) => {
    throw connectError(error as WireError);
  });
}

async function connectOnce(
  target: ResolvedServer,
  address: string,
  limits: OpenLimits,
  encrypted: boolean,
): Promise<OpenClient> {
  const connection = new CheckedConnection(encrypted ? tlsOptions(target.host, address, target.tls) : false);
  const client = new pg.Client({
    connection,
    host: address,
    port: target.port,
    user: target.user,
    // A function, so that an empty password is not looked up in the environment or in a file.
    password: () => target.password.reveal(),
    database: target.database,
    ssl: encrypted ? tlsOptions(target.host, address, target.tls) : false,
    connectionTimeoutMillis: limits.connectMs,
    application_name: 'assay',
  } as pg.ClientConfig);
  // Without a listener a connection that breaks while idle would end the process; the session notices by itself.
  client.on('error', () => undefined);
  const giveUp = (): void => void connection.stream.destroy(new Error('not wanted any more'));
  limits.signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
  } catch (error) {
    // whatever the server still sends would go on arriving
    connection.stream.destroy();
    throw error;
  } finally {
    limits.signal.removeEventListener('abort', giveUp);
  }
  return { client, connection };
}

/** The address is dialled; the name is what the certificate has to carry. */
function tlsOptions(host: string, address: string, mode: TlsMode): ConnectionOptions {
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return {
    rejectUnauthorized: verifies,
    ...(host === address ? {} : { servername: host }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** The parts of node-postgres's client that a cancel request needs; its type declarations do not show them. */
interface CancelKey {
  processID: number;
  secretKey: number;
}

/** The server's process id as it was given when the connection was opened; a pooler's is of its own making. */
export function processIdOf(client: pg.Client): number {
  return (client as unknown as CancelKey).processID;
}

/**
 * Asks the server, over a connection of its own, to stop what a client is running. Resolves once the request was
 * delivered or could not be; whether the statement stops is up to the server.
 */
function requestCancel(client: pg.Client, target: ResolvedServer, address: string): Promise<void> {
  const { processID, secretKey } = client as unknown as CancelKey;
  return new Promise((resolve) => {
    const ssl = client.ssl ? tlsOptions(target.host, address, target.tls) : false;
    const connection = new CheckedConnection(ssl);
    const messages = connection as unknown as {
      connect(port: number, host: string): void;
      requestSsl(): void;
      cancel(processID: number, secretKey: number): void;
    };
    const end = (): void => {
      clearTimeout(timer);
      connection.stream.destroy();
      resolve();
    };
    const timer = setTimeout(end, CANCEL_MS);
    const cancel = (): void => messages.cancel(processID, secretKey);
    connection.on('connect', () => (ssl ? messages.requestSsl() : cancel()));
    connection.on('sslconnect', cancel);
    connection.on('error', end);
    connection.on('end', end);
    messages.connect(target.port, address);
  });
}

/**
 * Asks to cancel what a client is running until it is over, or the grace is. A request that arrives between two
 * statements stops neither, so it is made again.
 */
export async function cancelUntil(
  over: Promise<unknown>,
  client: pg.Client,
  target: ResolvedServer,
  address: string,
): Promise<void> {
  const ended = over.then(() => true);
  const until = performance.now() + CANCEL_GRACE_MS;
  for (let waitMs = CANCEL_AGAIN_MS; performance.now() < until; waitMs *= 2) {
    await requestCancel(client, target, address);
    if (await Promise.race([ended, delay(waitMs, false, { ref: false })])) return;
  }
}
