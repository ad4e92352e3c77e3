export { guardedLookup } from './addresses/guarded-lookup.js';
export { modelHostPolicy, ownStores, webhookHostPolicy } from './addresses/own-stores.js';
export { ConfigError } from './config/config-error.js';
export { underVariable } from './config/under-variable.js';
export { deriveModelKey, loadConfig, type Config } from './config/config.js';
export type { OidcConfig } from './config/oidc-config.js';
export { DEMO_MODELS } from './config/model-config.js';
export { Models, placeOf, withoutCredentials } from './config/models.js';
export { loadHttpLimits } from './config/http-limits.js';
export { resolveSecretKey, resolveSecretKeys } from './config/secret-key.js';
export { CHOICE_VARIABLES, VARIABLES, variableOfModel } from './config/variables.js';
export { createLogger, withLogContext, type LogContext, type Logger } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { recordRetries, type RecordRetries } from './service/await-record.js';
export { DrainRegistry, type Drainable } from './service/drain-registry.js';
export { HealthRegistry } from './service/health-registry.js';
export { limitConnections } from './service/limit-connections.js';
export { networkOf } from './service/network-of.js';
export { observeRequests, type AnsweredResponse, type RoutedRequest } from './service/observe-requests.js';
export { startProcessTelemetry } from './service/process-telemetry.js';
export { checkAddress } from './service/listen.js';
export { runMain, runService, type MainContext, type Stoppable } from './service/run-service.js';
export { sameSecret } from './service/health-endpoint.js';
export {
  CONFIG,
  InjectConfig,
  InjectLogger,
  LOGGER,
  RuntimeModule,
  SECRET_KEYS,
  secretKeysProvider,
} from './service/runtime.module.js';
export { built } from './service/built.js';
export { startService, type RunningService } from './service/start-service.js';
export { runScript, type ScriptLimits } from './script/run-script.js';
export { ScriptFailedError } from './script/script-failed-error.js';
export { decryptSecret, encryptSecret, resealed } from './secrets/secret-box.js';
export type { SecretKeys } from './secrets/secret-keys.js';
