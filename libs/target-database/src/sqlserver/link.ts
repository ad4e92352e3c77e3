import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { ConnectionPool, IColumnMetadata, Request, config as Configuration } from 'mssql';
import type { ResolvedServer } from '../connection/connection-target.js';
import type { OpenLimits } from '../driver.js';
import { connectError, type ServerError } from './errors.js';

export type ServerColumn = IColumnMetadata[string];

export interface BatchEvents {
  onColumns: (columns: ServerColumn[]) => void;
  /** False discards the rest. */
  onRow: (row: unknown[]) => boolean;
}

/** The used part of a connection, replaceable in tests. */
export interface Link {
  readonly open: boolean;
  run(sql: string, parameters: Record<string, string | number | null>, events: BatchEvents): Promise<void>;
  /** Resets settings, locks and temporary tables. */
  reset(): Promise<void>;
  cancel(): void;
  close(): Promise<void>;
}

export async function openLink(target: ResolvedServer, address: string, limits: OpenLimits): Promise<Link> {
  // Lazy: loading takes half a second.
  const { default: mssql } = await import('mssql');
  limits.signal.throwIfAborted();
  let socket: Socket | null = null;
  const pool = new mssql.ConnectionPool(
    configuration(target, limits.connectMs, () => (socket = connectSocket({ host: address, port: target.port }))),
  );
  // errors before the connection is handed over fail `connect`
  pool.on('error', () => undefined);
  const giveUp = (): void => void socket?.destroy();
  limits.signal.addEventListener('abort', giveUp, { once: true });
  try {
    return new MssqlLink(await pool.connect(), () => new mssql.Request(pool));
  } catch (error) {
    throw connectError(error as ServerError);
  } finally {
    limits.signal.removeEventListener('abort', giveUp);
  }
}

/** @param dial connects to the checked address */
export function configuration(target: ResolvedServer, connectMs: number, dial: () => Socket): Configuration {
  const verifies = target.tls === 'verify-ca' || target.tls === 'verify-full';
  return {
    server: target.host,
    port: target.port,
    user: target.user,
    password: target.password.reveal(),
    database: target.database,
    connectionTimeout: connectMs,
    // The session watches timeouts.
    requestTimeout: 0,
    arrayRowMode: true,
    stream: true,
    parseJSON: false,
    pool: { max: 1, min: 1 },
    options: {
      encrypt: target.tls !== 'disable',
      trustServerCertificate: !verifies,
      ...(isIP(target.host) ? {} : { serverName: target.host }),
      connector: async () => connected(dial()),
      readOnlyIntent: true,
      enableArithAbort: true,
      abortTransactionOnError: true,
      useUTC: true,
      // The server's own, which its users have.
      dateFormat: null as never,
      datefirst: null as never,
      language: null as never,
      appName: 'assay',
    },
  };
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Missing in the types: the server resets the session before the next batch, sent at once. */
interface ResettableConnection {
  reset(callback: (error?: Error | null) => void): void;
}

interface LendingPool {
  acquire(requester: unknown): Promise<ResettableConnection>;
  release(connection: ResettableConnection): void;
}

class MssqlLink implements Link {
  private readonly pool: ConnectionPool;
  private readonly newRequest: () => Request;
  private current: Request | null = null;
  private broken = false;

  constructor(pool: ConnectionPool, newRequest: () => Request) {
    this.pool = pool;
    this.newRequest = newRequest;
    pool.on('error', () => (this.broken = true));
  }

  get open(): boolean {
    return this.pool.connected && !this.broken;
  }

  async run(sql: string, parameters: Record<string, string | number | null>, events: BatchEvents): Promise<void> {
    const request = this.newRequest();
    this.current = request;
    for (const [name, value] of Object.entries(parameters)) request.input(name, value);
    let wanted = true;
    request.on('recordset', (columns: ServerColumn[]) => events.onColumns(columns));
    request.on('row', (row: unknown[]) => {
      if (wanted && !events.onRow(row)) {
        wanted = false;
        request.cancel();
      }
    });
    const outcome = new Promise<void>((resolve, reject) => {
      let failure: Error | null = null;
      request.on('error', (error: Error) => (failure ??= error));
      // Our own cancellation is reported as an error: ignore.
      request.on('done', () => (failure && wanted ? reject(failure) : resolve()));
    });
    // Errors arrive as events; the promise repeats them.
    const call = Object.keys(parameters).length === 0 ? request.batch(sql) : request.query(sql);
    call.catch(() => undefined);
    try {
      await outcome;
    } finally {
      this.current = null;
    }
  }

  async reset(): Promise<void> {
    const pool = this.pool as unknown as LendingPool;
    const connection = await pool.acquire(this);
    try {
      await new Promise<void>((resolve, reject) => connection.reset((error) => (error ? reject(error) : resolve())));
    } finally {
      pool.release(connection);
    }
  }

  cancel(): void {
    this.current?.cancel();
  }

  async close(): Promise<void> {
    this.broken = true;
    await this.pool.close();
  }
}
