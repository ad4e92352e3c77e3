import { Global, Inject, Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { resolveSecretKeys } from '../config/secret-key.js';
import type { Logger } from '../logging/logger.js';
import { DrainRegistry } from './drain-registry.js';
import { HealthRegistry } from './health-registry.js';

export const CONFIG = Symbol('assay.config');
export const LOGGER = Symbol('assay.logger');
export const SECRET_KEYS = Symbol('assay.secret-keys');

export const InjectConfig = (): ReturnType<typeof Inject> => Inject(CONFIG);
export const InjectLogger = (): ReturnType<typeof Inject> => Inject(LOGGER);

/** For modules of services that need the secret key. */
export const secretKeysProvider: FactoryProvider = {
  provide: SECRET_KEYS,
  inject: [CONFIG],
  useFactory: resolveSecretKeys,
};

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
