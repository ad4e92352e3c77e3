import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { RECORD_MIGRATION } from '@assay/contracts';
import type { Messaging } from '../messaging/index.js';
import { readModelSettings } from '@assay/persistence';
import { CONFIG, HealthRegistry, LOGGER, type Config, type Logger } from '@assay/runtime';
import { instruments } from '@assay/runtime/telemetry';
import { TaskRuntime } from '../index.js';
import { MESSAGING, QueuesModule, recordUrl, type QueuesOptions } from './queues.module.js';
import { TaskRunners } from './task-runners.js';

export interface WorkModuleOptions extends QueuesOptions {
  connections?: number;
}

/** Opened first, closed after draining. */
@Global()
@Module({})
export class WorkModule implements OnApplicationShutdown {
  constructor(
    private readonly work: TaskRuntime,
    @Inject(MESSAGING) private readonly messaging: Messaging,
  ) {}

  static forProcess(options: WorkModuleOptions = {}): DynamicModule {
    return {
      module: WorkModule,
      imports: [QueuesModule.forProcess(options)],
      providers: [
        TaskRunners,
        {
          provide: TaskRuntime,
          inject: [MESSAGING, CONFIG, LOGGER, HealthRegistry],
          useFactory: (messaging: Messaging, config: Config, logger: Logger, health: HealthRegistry) =>
            openWork(messaging, config, logger, health, options),
        },
      ],
      exports: [TaskRunners, TaskRuntime],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.messaging.close();
    await this.work.stop();
  }
}

async function openWork(
  messaging: Messaging,
  config: Config,
  logger: Logger,
  health: HealthRegistry,
  options: WorkModuleOptions,
): Promise<TaskRuntime> {
  const work = new TaskRuntime(messaging, {
    service: config.service,
    databaseUrl: recordUrl(config),
    connections: options.connections,
    localDelivery: config.localDelivery,
    onError: (err) => logger.warn({ err }, 'a fault that the reconciler repairs'),
  });
  await work.start();
  config.models.readFrom(() => readModelSettings(work.database));
  health.register('record', () => work.database.ping());
  health.register('queues', () => messaging.desk.state('coordinator'));
  observe(work, config.service);
  return work;
}

function observe(work: TaskRuntime, service: string): void {
  const { tasksRunning, recordPool, build } = instruments();
  tasksRunning.addCallback((result) => result.observe(work.process.heldTasks()));
  recordPool.addCallback((result) => {
    for (const [state, connections] of Object.entries(work.database.connections())) {
      result.observe(connections, { state });
    }
  });
  build.addCallback((result) => result.observe(1, { service, migration: RECORD_MIGRATION }));
}
