export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres/start-embedded-postgres.js';
export { withClient } from './embedded-postgres/with-client.js';
export { ConfigError, type ConfigProblem } from './config/config-error.js';
export { underVariable } from './config/under-variable.js';
export {
  deriveSecretKey,
  loadConfig,
  type Config,
  type HttpConfig,
  type LoadOptions,
  type QueueBackend,
  type TargetConfig,
} from './config/config.js';
export {
  DEMO_MODELS,
  EFFORTS,
  STRUCTURED_OUTPUTS,
  type Effort,
  type ModelChoice,
  type ModelConfig,
  type ModelEndpoint,
  type ModelPrices,
  type StructuredOutput,
} from './config/model-config.js';
export { loadHttpLimits } from './config/http-limits.js';
export { resolveSecretKey, resolveSecretKeys } from './config/secret-key.js';
export { CHOICE_VARIABLES, VARIABLES, type LogLevel } from './config/variables.js';
export { createLogger, withLogContext, type LogContext, type Logger, type LoggerOptions } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { createRedactor } from './logging/redaction.js';
export { recordRetries, type RecordRetries } from './service/await-record.js';
export { DrainRegistry, type Drainable } from './service/drain-registry.js';
export { HealthRegistry, type HealthCheck, type Readiness } from './service/health-registry.js';
export { limitConnections } from './service/limit-connections.js';
export { networkOf } from './service/network-of.js';
export { observeRequests, type RoutedRequest } from './service/observe-requests.js';
export { startProcessTelemetry } from './service/process-telemetry.js';
export { checkAddress } from './service/listen.js';
export { runMain, runService, type MainContext, type MainOptions, type Stoppable } from './service/run-service.js';
export { sameSecret } from './service/health-endpoint.js';
export { CONFIG, InjectConfig, InjectLogger, LOGGER, RuntimeModule } from './service/runtime.module.js';
export { startService, type RunningService, type ServiceModule, type ServiceOptions } from './service/start-service.js';
