export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres/start-embedded-postgres.js';
export { ConfigError, type ConfigProblem } from './config/config-error.js';
export {
  deriveSecretKey,
  loadConfig,
  type Config,
  type HttpConfig,
  type LoadOptions,
  type QueueBackend,
  type TargetConfig,
  type TelemetryConfig,
} from './config/config.js';
export {
  EFFORTS,
  STRUCTURED_OUTPUTS,
  type Effort,
  type ModelCaller,
  type ModelChoice,
  type ModelConfig,
  type ModelEndpoint,
  type ModelPrices,
  type StructuredOutput,
} from './config/model-config.js';
export { resolveSecretKey } from './config/secret-key.js';
export { type LogLevel } from './config/variables.js';
