import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { RECORD_MIGRATION } from '@assay/contracts';
import { ConsumerWatch, Messaging, type QueueTransport } from '@assay/messaging';
import { CONFIG, HealthRegistry, LOGGER, underVariable, type Config, type Logger } from '@assay/runtime';
import { instruments } from '@assay/telemetry';
import { longestAttemptMs, Work } from '@assay/work';
import { setTimeout as delay } from 'node:timers/promises';

/** Token of the process's `Messaging`. */
export const MESSAGING = Symbol('assay.messaging');

/** How a process takes part in the work. */
export interface WorkModuleOptions {
  /** Connections of the pool for hot statements. */
  connections?: number;
  /** Redis must answer within this time from the start, milliseconds; left out: it is waited for as long as it takes. */
  queuesWithinMs?: number;
}

const QUEUE_LOG_INTERVAL_MS = 5000;
const ASK_REDIS_EVERY_MS = 200;

/** Consumers are looked at this often, milliseconds. */
const WATCH_MS = 5000;

/**
 * A consumer with room takes a job within milliseconds of its being there; a minute is no pause but an end. One whose
 * places are all taken may wait for the longest of its jobs, and this much more.
 */
const STANDSTILL_MS = 60_000;

/** The process's one `Work`, whatever services run in it: opened before anything starts, closed after all have drained. */
@Global()
@Module({})
export class WorkModule implements OnApplicationShutdown {
  constructor(
    private readonly work: Work,
    @Inject(MESSAGING) private readonly messaging: Messaging,
  ) {}

  static forProcess(options: WorkModuleOptions = {}): DynamicModule {
    return {
      module: WorkModule,
      providers: [
        {
          provide: MESSAGING,
          inject: [CONFIG, LOGGER],
          useFactory: (config: Config, logger: Logger) => openMessaging(config, logger, options),
        },
        {
          provide: Work,
          inject: [MESSAGING, CONFIG, LOGGER, HealthRegistry],
          useFactory: (messaging: Messaging, config: Config, logger: Logger, health: HealthRegistry) =>
            openWork(messaging, config, logger, health, options),
        },
      ],
      exports: [MESSAGING, Work],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.messaging.close();
    await this.work.stop();
  }
}

async function openMessaging(
  config: Config,
  logger: Logger,
  { queuesWithinMs }: WorkModuleOptions,
): Promise<Messaging> {
  let fault: Error | null = null;
  const tell = throttled(logger);
  const onError = (err: Error, where: string): void => {
    fault = err;
    tell(err, where);
  };
  const messaging = await Messaging.open({ transport: transportOf(config), onError });
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

async function openWork(
  messaging: Messaging,
  config: Config,
  logger: Logger,
  health: HealthRegistry,
  options: WorkModuleOptions,
): Promise<Work> {
  const work = new Work(messaging, {
    service: config.service,
    databaseUrl: recordUrl(config),
    connections: options.connections,
    localDelivery: config.localDelivery,
    onError: (err) => logger.warn({ err }, 'a fault that will be put right'),
  });
  await work.start();
  health.register('record', () => work.database.query({ name: 'ping', text: 'select 1' }));
  health.register('queues', () => messaging.counts('coordinator'));
  watchConsumers(messaging, health, logger, longestAttemptMs(config.models.timeoutMs));
  observe(work, config.service);
  return work;
}

/** What a process tells of itself and of its way to the record. */
function observe(work: Work, service: string): void {
  const { tasksRunning, recordPool, build } = instruments();
  tasksRunning.addCallback((result) => result.observe(work.process.heldTasks()));
  recordPool.addCallback((result) => {
    for (const [state, connections] of Object.entries(work.database.connections())) {
      result.observe(connections, { state });
    }
  });
  build.addCallback((result) => result.observe(1, { service, migration: RECORD_MIGRATION }));
}

/** A process with a consumer that is stuck should be started anew, and says so where liveness is asked for. */
function watchConsumers(messaging: Messaging, health: HealthRegistry, logger: Logger, longestJobMs: number): void {
  const limits = { free: STANDSTILL_MS, full: longestJobMs + STANDSTILL_MS };
  const watch = new ConsumerWatch(messaging, limits);
  let told = false;
  const look = async (): Promise<void> => {
    await watch.look();
    const queues = watch.stuck();
    if (queues.length > 0 && !told) logger.error({ queues }, 'consumers are stuck: they take nothing while work waits');
    told = queues.length > 0;
  };
  setInterval(() => void look(), WATCH_MS).unref();
  health.registerLiveness('consumers', () => watch.stuck().length === 0);
}

function recordUrl(config: Config): string {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set');
  return config.databaseUrl;
}

function transportOf(config: Config): QueueTransport {
  return config.queues.kind === 'redis' ? config.queues : { kind: 'postgres', url: recordUrl(config) };
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
