import { createRedisBackend, Queue, Worker, type BackendFactory, type IQueueBackend, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { createSteadyPostgresBackend } from '../messaging/index.js';

const CONCURRENCY = 8;
const RECONNECT_MS = 500;

export type QueueConnection = { redis: string } | { postgres: string };

interface OpenQueues {
  questions: Queue;
  replies: Worker;
  disconnect: () => Promise<void>;
}

export async function openQueues(
  connection: QueueConnection,
  replyTo: string,
  take: (job: Job) => Promise<void>,
  onError: (error: Error) => void,
): Promise<OpenQueues> {
  const { factory, connect, disconnect } =
    'redis' in connection ? onRedis(connection.redis, onError) : onPostgres(connection.postgres);
  const questions = new Queue('questions', { connection: connect() as never, skipMetasUpdate: true }, factory as never);
  const replies = new Worker(
    replyTo,
    take,
    {
      connection: connect() as never,
      autorun: false,
      concurrency: CONCURRENCY,
      runRetryDelay: RECONNECT_MS,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
    factory as never,
  );
  questions.on('error', onError);
  replies.on('error', onError);
  try {
    await Promise.all([questions.waitUntilReady(), replies.waitUntilReady()]);
  } catch (error) {
    await Promise.allSettled([questions.close(), replies.close(true)]);
    await disconnect();
    throw error;
  }
  return { questions, replies, disconnect };
}

interface Backend {
  factory: BackendFactory<IQueueBackend, unknown>;
  connect: () => unknown;
  disconnect: () => Promise<void>;
}

function onRedis(url: string, onError: (error: Error) => void): Backend {
  const clients: Redis[] = [];
  return {
    factory: createRedisBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    connect: () => {
      const client = new Redis(url, {
        maxRetriesPerRequest: null,
        retryStrategy: (times) => Math.min(times * 50, RECONNECT_MS),
      });
      client.on('error', onError);
      clients.push(client);
      return client;
    },
    disconnect: async () => clients.forEach((client) => client.disconnect()),
  };
}

function onPostgres(url: string): Backend {
  return {
    factory: createSteadyPostgresBackend as unknown as BackendFactory<IQueueBackend, unknown>,
    // Larger pools deadlock in BullMQ's statements.
    connect: () => ({ connectionString: url, max: 1, keepAlive: true }),
    disconnect: async () => undefined,
  };
}
