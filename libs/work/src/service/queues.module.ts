import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { QueueName } from '@assay/contracts';
import { retryWhile } from '@assay/contracts/timing';
import { Messaging, QueueProducer, QueueWorker, type QueueTransport } from '../messaging/index.js';
import { CONFIG, LOGGER, recordRetries, underVariable, type Config, type Logger } from '@assay/runtime';
import { setTimeout as delay } from 'node:timers/promises';

// BullMQ's types do not allow a Messaging.
BullModule.queueClass = QueueProducer as never;
BullModule.workerClass = QueueWorker as never;

/**
 * Instead of `BullModule.registerQueue`, which reads the two classes at the call: importing this file sets them first.
 */
export function registerQueues(...names: QueueName[]): DynamicModule {
  return BullModule.registerQueue(...names.map((name) => ({ name })));
}

export const MESSAGING = Symbol('assay.messaging');

export interface QueuesOptions {
  /** Longest wait for Redis at the start; default: the start does not wait. */
  queuesWithinMs?: number;
}

const QUEUE_LOG_INTERVAL_MS = 5000;
const ASK_REDIS_EVERY_MS = 200;

/** Root of @nestjs/bullmq; each `@Processor` gets a `QueueWorker`. */
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

/** Postgres may become unreachable again. */
function openWithRetries(open: () => Promise<Messaging>): Promise<Messaging> {
  const { retryDelay, toRetry } = recordRetries();
  const mayPass = (error: unknown): boolean => {
    const { cause } = error as { cause?: Error };
    return cause !== undefined && toRetry(cause);
  };
  return retryWhile(open, { mayPass, forMs: Number.POSITIVE_INFINITY, everyMs: retryDelay });
}

async function openMessaging(config: Config, logger: Logger, { queuesWithinMs }: QueuesOptions): Promise<Messaging> {
  let fault: Error | null = null;
  const log = throttled(logger);
  const onError = (err: Error, where: string): void => {
    fault = err;
    log(err, where);
  };
  const messaging = await openWithRetries(() => Messaging.open({ transport: transportOf(config), onError }));
  if (queuesWithinMs === undefined || config.queues.kind !== 'redis') return messaging;
  try {
    await underVariable('REDIS_URL', `no Redis answered there within ${queuesWithinMs / 1000} seconds`, async () => {
      const until = performance.now() + queuesWithinMs;
      while (!(await messaging.answers())) {
        if (performance.now() > until) throw fault ?? new Error('it gives no reason');
        await delay(ASK_REDIS_EVERY_MS);
      }
    });
  } catch (error) {
    await messaging.close();
    throw error;
  }
  return messaging;
}

export function recordUrl(config: Config): string {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set');
  return config.databaseUrl;
}

function transportOf(config: Config): QueueTransport {
  return config.queues.kind === 'redis' ? config.queues : { kind: 'postgres', url: recordUrl(config) };
}

function throttled(logger: Logger): (err: Error, where: string) => void {
  const last = new Map<string, number>();
  return (err, where) => {
    const now = performance.now();
    if (now - (last.get(where) ?? Number.NEGATIVE_INFINITY) < QUEUE_LOG_INTERVAL_MS) return;
    last.set(where, now);
    logger.warn({ err, where }, 'the queue has a fault');
  };
}
