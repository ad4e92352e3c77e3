import { createSteadyPostgresBackend } from '@assay/client/messaging';
import { InfrastructureError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { createRedisBackend, runMigrations, type BackendFactory, type IQueueBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

export type QueueTransport = { kind: 'redis' | 'postgres'; url: string };

/** Lock of BullMQ's stalled-job detection, which only cleans up after killed workers; far above any healthy pause. */
export const LOCK_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 30_000;

/** Vanishes together with the jobs; names the server's run, because a restart may lose some. */
const MARK = 'bull:assay:mark';
const LOST = 'lost';

/** Until `repaired`, every process reports the loss. */
export type LossOfJobs = { repaired(): Promise<void> };

export interface QueueBackend {
  readonly factory: BackendFactory<IQueueBackend, unknown>;
  /** Calls fail while unreachable: on Redis within 5 s, on Postgres within 10 s (connecting) or 30 s (statement). */
  producerConnection(): unknown;
  /** On Redis, its calls wait for the server; on Postgres, the worker retries. */
  consumerConnection(): unknown;
  /** Rejects while Redis is unreachable; on Postgres always resolves. */
  ping(): Promise<void>;
  /** On Redis rejects while unreachable; on Postgres always null: rows survive a restart. */
  lostJobs(): Promise<LossOfJobs | null>;
  close(): Promise<void>;
}

/** On Postgres migrates BullMQ's schema. */
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
    lostJobs: () => lossOf(producer),
    close: async () => {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

async function lossOf(redis: Redis): Promise<LossOfJobs | null> {
  const [server, mark] = await Promise.all([redis.info('server'), redis.get(MARK)]);
  const run = /^run_id:(\w+)/m.exec(server)?.[1] ?? 'unnamed';
  if (mark === run) return null;
  await redis.set(MARK, LOST);
  // XX: a further loss removes the mark
  return { repaired: async () => void (await redis.set(MARK, run, 'XX')) };
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
  // One connection per object: BullMQ's statements deadlock on larger pools. Commits need no flush: the sweep
  // republishes lost jobs.
  const connection = (): unknown => ({
    connectionString: url,
    max: 1,
    keepAlive: true,
    // a silent server must not block for ever
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: '-c synchronous_commit=off',
  });
  return {
    factory: createSteadyPostgresBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    producerConnection: connection,
    consumerConnection: connection,
    // just prepared; the record's own pool notices an outage
    ping: async () => undefined,
    lostJobs: async () => null,
    close: async () => undefined,
  };
}
