import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { ResolvedServer, TlsMode } from '../connection/connection-target.js';
import type { ConnectionOptions } from 'node:tls';
import type { OpenLimits } from '../driver.js';
import { CheckedConnection } from './checked-connection.js';
import { connectError, refusesTls } from './errors.js';
import type { WireError } from './pipeline.js';

const CANCEL_MS = 1000;

const CANCEL_GRACE_MS = 1000;
/** Initial delay between cancel requests, milliseconds; doubles each time. */
const CANCEL_AGAIN_MS = 16;

export interface OpenClient {
  client: pg.Client;
  connection: CheckedConnection;
}

/** `prefer` uses plain text only if the server has no TLS. @param address checked */
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
    // pg replaces an empty string.
    password: () => target.password.reveal(),
    database: target.database,
    ssl: encrypted ? tlsOptions(target.host, address, target.tls) : false,
    connectionTimeoutMillis: limits.connectMs,
    application_name: 'assay',
  } as pg.ClientConfig);
  // Without a listener an idle error would end the process.
  client.on('error', () => undefined);
  const giveUp = (): void => void connection.stream.destroy(new Error('no longer needed'));
  limits.signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
  } catch (error) {
    // Stops incoming data.
    connection.stream.destroy();
    throw error;
  } finally {
    limits.signal.removeEventListener('abort', giveUp);
  }
  return { client, connection };
}

function tlsOptions(host: string, address: string, mode: TlsMode): ConnectionOptions {
  const verifies = mode === 'verify-ca' || mode === 'verify-full';
  return {
    rejectUnauthorized: verifies,
    ...(host === address ? {} : { servername: host }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

interface CancelKey {
  processID: number;
  secretKey: number;
}

/** Server process id from the handshake; poolers invent one. */
export function processIdOf(client: pg.Client): number {
  return (client as unknown as CancelKey).processID;
}

/** Over a second connection; the server may ignore it. */
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

/** Repeats requests for a second, until the statement ends: between statements they have no effect. */
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
