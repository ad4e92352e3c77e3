import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { Logger } from '../logging/logger.js';
import { DrainRegistry } from './drain-registry.js';
import { HealthRegistry } from './health-registry.js';

/** Token of the parsed environment (`Config`). */
export const CONFIG = Symbol('assay.config');
/** Token of the process's logger (`Logger`). */
export const LOGGER = Symbol('assay.logger');

/** Injects the parsed environment. */
export const InjectConfig = (): ReturnType<typeof Inject> => Inject(CONFIG);
/** Injects the process's logger. */
export const InjectLogger = (): ReturnType<typeof Inject> => Inject(LOGGER);

/** What every service has at hand: configuration, logger, drain and health. */
@Global()
@Module({})
export class RuntimeModule {
  static forProcess(config: Config, logger: Logger): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        DrainRegistry,
        HealthRegistry,
      ],
      exports: [CONFIG, LOGGER, DrainRegistry, HealthRegistry],
    };
  }
}
