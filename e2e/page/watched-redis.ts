import { startTestRedis, type TestRedis } from '@assay/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { canariesIn } from './canaries.js';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A Redis whose commands are read. */
export class WatchedRedis {
  /** Commands with values of people. */
  readonly revealing: string[] = [];
  /** Ids in commands. */
  readonly ids = new Set<string>();

  private constructor(
    private readonly redis: TestRedis,
    private readonly client: Redis,
    private readonly monitor: Redis,
  ) {
    monitor.on('monitor', (_time: string, command: string[]) => {
      const text = command.join(' ');
      for (const [id] of text.matchAll(ID)) this.ids.add(id);
      if (canariesIn(text).length > 0) this.revealing.push(text);
    });
  }

  get url(): string {
    return this.redis.url;
  }

  static async start(): Promise<WatchedRedis> {
    const redis = await startTestRedis();
    if (redis === null) throw new Error('redis-server is not installed');
    const client = new Redis(redis.url);
    try {
      return new WatchedRedis(redis, client, await client.monitor());
    } catch (error) {
      client.disconnect();
      await redis.stop();
      throw error;
    }
  }

  /** The reply to a job of a backend without HTTP, which names no person. */
  async job(name: string, fields: object): Promise<unknown> {
    const body = { ...fields, replyTo: `replies-${name}` };
    const connection = { url: this.redis.url, maxRetriesPerRequest: null };
    const [queue, replied] = [new Queue('questions', { connection }), Promise.withResolvers<unknown>()];
    const worker = new Worker(body.replyTo, ({ data }) => Promise.resolve(replied.resolve(data)), { connection });
    try {
      await queue.add(name, body);
      return await replied.promise;
    } finally {
      await Promise.all([queue.close(), worker.close()]);
    }
  }

  async stop(): Promise<void> {
    this.monitor.disconnect();
    this.client.disconnect();
    await this.redis.stop();
  }
}
