import { InfrastructureError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { createRedisBackend, runMigrations, type BackendFactory, type IQueueBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createSteadyPostgresBackend } from './steady-postgres.js';

/** Where jobs travel: a Redis server, else Postgres. */
export type QueueTransport = { kind: 'redis' | 'postgres'; url: string };

/**
 * Lock and check of BullMQ's own stalled-job detection. Liveness of work belongs to our processes table, so these only
 * tidy up after a killed worker; they are far above any pause of a healthy one.
 */
export const LOCK_MS = 60_000;

/** How long a call waits for a connection to Postgres, and for the answer to a statement. */
const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 30_000;

/** Lies beside the jobs: when it is gone, so are they. */
const MARK = 'bull:assay:mark';

/** What BullMQ needs to know about a transport: the factory and the connection of a producer and of a consumer. */
export interface QueueBackend {
  readonly factory: BackendFactory<IQueueBackend, unknown>;
  /** Fails fast while the backend is away. */
  producerConnection(): unknown;
  /** Waits for Redis for ever; Postgres is asked again by the worker. */
  consumerConnection(): unknown;
  /** Throws while the backend is away. */
  ping(): Promise<void>;
  /** Whether the jobs are gone since this was last asked. */
  wasEmptied(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens a transport; on Postgres this brings BullMQ's own schema up to date. */
export async function openQueueBackend(
  { kind, url }: QueueTransport,
  onError: (error: Error, where: string) => void,
): Promise<QueueBackend> {
  return kind === 'postgres' ? openPostgres(url) : openRedis(url, onError);
}

function openRedis(url: string, report: (error: Error, where: string) => void): QueueBackend {
  const { host } = new URL(url);
  const onError = (error: Error): void => report(error, `connection to ${host}`);
  const producer = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    commandTimeout: 5000,
    retryStrategy: (times) => Math.min(times * 50, timing.reconnect),
  });
  producer.on('error', onError);
  const consumer = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 50, timing.reconnect),
  });
  consumer.on('error', onError);
  return {
    factory: createRedisBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    producerConnection: () => producer,
    consumerConnection: () => consumer,
    ping: async () => void (await producer.ping()),
    wasEmptied: async () => (await producer.set(MARK, '1', 'NX')) === 'OK',
    close: async () => {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

async function openPostgres(url: string): Promise<QueueBackend> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on('error', () => undefined);
  try {
    await runMigrations(pool);
  } catch (error) {
    throw new InfrastructureError('QUEUE_UNAVAILABLE', `The queue's schema could not be prepared: ${String(error)}`, {
      cause: error,
    });
  } finally {
    await pool.end();
  }
  // One connection an object: BullMQ's statements deadlock on larger pools. The rows of record are elsewhere and the
  // sweep publishes again what a crash forgot, so the queue's own commits need not wait for the disk.
  const connection = (): unknown => ({
    connectionString: url,
    max: 1,
    keepAlive: true,
    // a server that neither answers nor hangs up must not hold anybody for ever
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: '-c synchronous_commit=off',
  });
  return {
    factory: createSteadyPostgresBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    producerConnection: connection,
    consumerConnection: connection,
    // it has been prepared a moment ago, and is the record's own server
    ping: async () => undefined,
    // rows are not lost
    wasEmptied: async () => false,
    close: async () => undefined,
  };
}
