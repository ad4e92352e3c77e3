import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { QueueName } from '@assay/contracts';
import { Messaging, QueueProducer, QueueWorker, type QueueTransport } from '@assay/messaging';
import { CONFIG, LOGGER, recordRetries, underVariable, type Config, type Logger } from '@assay/runtime';
import { setTimeout as delay } from 'node:timers/promises';

// Ours take a Messaging for a connection, which BullMQ's own types do not know.
BullModule.queueClass = QueueProducer as never;
BullModule.workerClass = QueueWorker as never;

/**
 * `BullModule.registerQueue` by names of the catalog. To be called instead of it: what that makes of a queue is decided
 * when it is called, which must not be before the classes above are in place.
 */
export function registerQueues(...names: QueueName[]): DynamicModule {
  return BullModule.registerQueue(...names.map((name) => ({ name })));
}

/** Token of the process's `Messaging`. */
export const MESSAGING = Symbol('assay.messaging');

/** How a process reaches its queues. */
export interface QueuesOptions {
  /** Redis must answer within this time from the start, milliseconds; left out: it is waited for as long as it takes. */
  queuesWithinMs?: number;
}

const QUEUE_LOG_INTERVAL_MS = 5000;
const ASK_REDIS_EVERY_MS = 200;

/**
 * The root of @nestjs/bullmq: the backend of every queue that a module registers (`registerQueues`). Behind each
 * `@Processor` it puts a `QueueWorker`, which is where reconnection, slots and draining are.
 */
@Global()
@Module({})
export class QueuesModule {
  static forProcess(options: QueuesOptions = {}): DynamicModule {
    return {
      module: QueuesModule,
      imports: [
        BullModule.forRootAsync({
          inject: [MESSAGING],
          useFactory: (messaging: Messaging) => ({ connection: messaging as never }),
        }),
      ],
      providers: [
        {
          provide: MESSAGING,
          inject: [CONFIG, LOGGER],
          useFactory: (config: Config, logger: Logger) => openMessaging(config, logger, options),
        },
      ],
      exports: [MESSAGING],
    };
  }
}

/** A Postgres that goes away again, once the process has waited for it, is waited for once more. */
async function openPatiently(open: () => Promise<Messaging>): Promise<Messaging> {
  const { retryDelay, toRetry } = recordRetries();
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const { cause } = error as { cause?: Error };
      if (cause === undefined || !toRetry(cause)) throw error;
      await delay(retryDelay);
    }
  }
}

async function openMessaging(config: Config, logger: Logger, { queuesWithinMs }: QueuesOptions): Promise<Messaging> {
  let fault: Error | null = null;
  const tell = throttled(logger);
  const onError = (err: Error, where: string): void => {
    fault = err;
    tell(err, where);
  };
  const messaging = await openPatiently(() => Messaging.open({ transport: transportOf(config), onError }));
  if (queuesWithinMs === undefined || config.queues.kind !== 'redis') return messaging;
  try {
    await underVariable('REDIS_URL', `no Redis answered there within ${queuesWithinMs / 1000} seconds`, async () => {
      const until = performance.now() + queuesWithinMs;
      while (!(await messaging.answers())) {
        if (performance.now() > until) throw fault ?? new Error('it says nothing');
        await delay(ASK_REDIS_EVERY_MS);
      }
    });
  } catch (error) {
    await messaging.close();
    throw error;
  }
  return messaging;
}

/** Where the record is. */
export function recordUrl(config: Config): string {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set');
  return config.databaseUrl;
}

function transportOf(config: Config): QueueTransport {
  // BullMQ listens and prepares statements: its sessions must be its own
  return config.queues.kind === 'redis'
    ? config.queues
    : { kind: 'postgres', url: config.directDatabaseUrl ?? recordUrl(config) };
}

/** A backend that is away is said every few seconds, not a thousand times. */
function throttled(logger: Logger): (err: Error, where: string) => void {
  const last = new Map<string, number>();
  return (err, where) => {
    const now = performance.now();
    if (now - (last.get(where) ?? Number.NEGATIVE_INFINITY) < QUEUE_LOG_INTERVAL_MS) return;
    last.set(where, now);
    logger.warn({ err, where }, 'the queue has a fault');
  };
}
