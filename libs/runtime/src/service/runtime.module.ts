import { Global, Inject, Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { Logger } from '../logging/logger.js';
import { DrainRegistry } from './drain-registry.js';
import { HealthRegistry } from './health-registry.js';

export const CONFIG = Symbol('assay.config');
export const LOGGER = Symbol('assay.logger');

export const InjectConfig = (): ReturnType<typeof Inject> => Inject(CONFIG);
export const InjectLogger = (): ReturnType<typeof Inject> => Inject(LOGGER);

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
