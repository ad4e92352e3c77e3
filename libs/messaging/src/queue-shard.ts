import { InfrastructureError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Queue } from 'bullmq';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueueBackend } from './queue-backend.js';
import { QueueProducer } from './queue-producer.js';
import type { Messaging } from './messaging.js';

/**
 * One of the servers that jobs travel through, with this process's producers on it. One that fails is away from then on,
 * until it answers again; a caller with other shards leaves it out meanwhile.
 */
export class QueueShard {
  private readonly producers = new Map<string, QueueProducer>();
  private looking = false;
  private closed = false;
  /** Whether its jobs were counted as out of reach when `lostJobs` was last asked. */
  private outOfReach = false;

  constructor(
    readonly backend: QueueBackend,
    private readonly messaging: Messaging,
  ) {}

  /** Whether it failed, and has not answered since. */
  get isAway(): boolean {
    return this.looking;
  }

  /** A producer on this server says that it is there: from now on it is the one that is used. */
  admitProducer(producer: QueueProducer): void {
    this.producers.get(producer.name)?.retire();
    this.producers.set(producer.name, producer);
  }

  /**
   * One that was made while its backend was away never becomes ready: after a failure the next call gets another.
   *
   * @throws InfrastructureError while the server is away
   */
  async produce<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<Result> {
    const producer = this.producers.get(queue) ?? new QueueProducer(queue, { connection: this.messaging, shard: this });
    try {
      if (!producer.isReady) await this.backend.ping();
      return await producer.use(use);
    } catch (error) {
      if (this.producers.get(queue) === producer) this.producers.delete(queue);
      producer.retire();
      this.lookOut();
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `Queue ${queue} cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }

  /** Closes the producer of a queue once its last user is gone. */
  forget(queue: string): void {
    this.producers.get(queue)?.retire();
    this.producers.delete(queue);
  }

  /** Whether it answers now. */
  async answers(): Promise<boolean> {
    try {
      await this.backend.ping();
      return true;
    } catch {
      this.lookOut();
      return false;
    }
  }

  /** Whether the jobs are gone since this was last asked by anybody. Throws while the server is away. */
  async wasEmptied(): Promise<boolean> {
    if (this.isAway) throw new Error(`${this.backend.name} is away`);
    return this.backend.wasEmptied();
  }

  /**
   * Whether jobs that lay here must be put elsewhere: they are gone, or out of reach and were not the last time.
   *
   * @param look what `wasEmptied` of its backend came to
   */
  lostJobs(look: PromiseSettledResult<boolean> | undefined): boolean {
    if (look?.status === 'fulfilled') {
      this.outOfReach = false;
      return look.value;
    }
    this.lookOut();
    const isNews = !this.outOfReach;
    this.outOfReach = true;
    return isNews;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    await this.backend.close();
  }

  /** Something failed that went to this server: it counts as away until it answers. */
  lookOut(): void {
    if (this.looking || this.closed) return;
    this.looking = true;
    void this.untilBack();
  }

  private async untilBack(): Promise<void> {
    while (!this.closed && !(await this.answers())) await delay(timing.reconnect, undefined, { ref: false });
    this.looking = false;
  }
}

/**
 * The one of these servers that a job belongs to: of one that is left out, the jobs go to all others alike, and no other
 * job moves (rendezvous hashing).
 *
 * @param key the same for the same job
 */
export function shardOf<Shard extends { backend: { name: string } }>(key: string, shards: readonly Shard[]): Shard {
  const [first, ...others] = shards;
  if (first === undefined) throw new Error('there is no server to choose from');
  const weigh = ({ backend }: Shard): string => hash('sha1', `${backend.name} ${key}`);
  let best = { shard: first, weight: others.length === 0 ? '' : weigh(first) };
  for (const shard of others) {
    const weight = weigh(shard);
    if (weight > best.weight) best = { shard, weight };
  }
  return best.shard;
}
