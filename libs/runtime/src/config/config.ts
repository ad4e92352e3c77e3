import { DEFAULT_SETTINGS, isSecretParameter, MODEL_CALLERS, type Quotas } from '@assay/contracts';
import type { TelemetryOptions } from '../telemetry/index.js';
import { hkdfSync } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.js';
import { httpLimits, limitOf, type HttpLimits } from './http-limits.js';
import type { ModelEndpoint } from './model-config.js';
import { Models } from './models.js';
import { oidcConfig, oidcProblems, type OidcConfig } from './oidc-config.js';
import { parseEnvironment } from './parse-environment.js';
import { telemetryOptions } from './telemetry-options.js';
import { KEY_CHARACTERS, type LogLevel, type ParsedEnvironment } from './variables.js';

export type QueueBackend = { kind: 'redis'; url: string } | { kind: 'postgres' };

export interface HttpConfig {
  host: string;
  /** 0: any free port. */
  port: number;
  /** If empty and `oidc` is null, no key is needed, and `host` must be loopback. */
  apiKeys: string[];
  /** Null: no identity provider. */
  oidc: OidcConfig | null;
  /** A session ends `hours` after the sign-in, or after `idleMinutes` without a request. */
  sessions: { hours: number; idleMinutes: number };
  /**
   * Per minute and process; null: unlimited. `requests` and `questions`, a part of them, count per key or person,
   * `failedKeys` per client network.
   */
  rateLimits: { requests: number | null; questions: number | null; failedKeys: number | null };
  metricsToken: string | null;
  docs: boolean;
  limits: HttpLimits;
  /** Milliseconds to keep serving after reporting not ready. */
  stopDelayMs: number;
  /** CORS origins; empty: only the API's own. */
  corsOrigins: string[];
}

export interface TargetConfig {
  /** Folders in which database files of workspaces must be. */
  sqliteDirs: string[];
  /** Host patterns; null: any host that is not forbidden. */
  hosts: string[] | null;
}

export interface Config {
  /** `standalone`, or the name of one service. */
  service: string;
  dataDir: string;
  log: { level: LogLevel };
  http: HttpConfig;
  /** The record; null: an embedded PostgreSQL, in standalone only. */
  databaseUrl: string | null;
  queues: QueueBackend;
  models: Models;
  /** Host patterns for a model URL that an admin sets. Null: any. */
  modelHosts: string[] | null;
  /** `secret` signs deliveries; a coordinator with `hosts` needs it. */
  webhooks: { hosts: string[]; secret: string | null };
  targets: TargetConfig;
  quotas: Quotas;
  /** Total bytes of uploaded files per workspace. */
  uploadBytes: number;
  /** Servers on which candidates run on generated data. Workspaces may not connect to them. */
  scratch: { mariadb: string | null; mysql: string | null };
  /** Folder of `chdb`, which runs ClickHouse candidates on generated data. */
  chdb: string | null;
  /** 32 bytes; null: standalone generates one in its data folder. */
  secretKey: Buffer | null;
  /** Retired keys, or the next one. */
  acceptedSecretKeys: Buffer[];
  /** Jobs of this process at a time per queue. */
  concurrency: number;
  /** Jobs skip the queue if this process has capacity. */
  localDelivery: boolean;
  /** Days after which bodies of calls, unused texts and requests without a run are erased. */
  retentionDays: number;
  auditRetentionDays: number;
  /** Days after which whole records are erased; null: never. */
  recordRetentionDays: number | null;
  telemetry: TelemetryOptions;
  warnings: string[];
  /** Texts that logs hide. */
  secrets: string[];
}

export interface LoadOptions {
  service?: string;
  needsSecretKey?: boolean;
}

const DEFAULT_CONCURRENCY = 64;
/** More than an event-driven backend sends, less than a tight loop. */
const DEFAULT_REQUESTS_A_MINUTE = 12_000;
const DEFAULT_QUESTIONS_A_MINUTE = 1200;
/** More than typing errors cause, less than brute force needs. */
const DEFAULT_FAILED_KEYS_A_MINUTE = 30;
const DEFAULT_FILE_MEGABYTES = 100;
const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** @throws ConfigError naming every wrong variable */
export function loadConfig(environment: NodeJS.ProcessEnv, options: LoadOptions = {}): Config {
  const { values, problems, unknown } = parseEnvironment(environment);
  const service = options.service ?? 'standalone';
  const standalone = service === 'standalone';
  const dataDir = resolve(values.ASSAY_DATA_DIR ?? '.assay');
  const secrets = secretsOf(values);
  const targetHosts = values.ASSAY_TARGET_HOSTS ?? (standalone ? null : []);
  const config: Config = {
    service,
    dataDir,
    log: { level: values.LOG_LEVEL ?? 'info' },
    http: httpConfig(values, service),
    databaseUrl: values.DATABASE_URL ?? null,
    queues: values.REDIS_URL === undefined ? { kind: 'postgres' } : { kind: 'redis', url: values.REDIS_URL },
    models: modelsOf(values, service, secrets),
    modelHosts: values.ASSAY_MODEL_HOSTS ?? targetHosts,
    webhooks: { hosts: values.ASSAY_WEBHOOK_HOSTS ?? [], secret: values.ASSAY_WEBHOOK_SECRET ?? null },
    targets: {
      sqliteDirs: fileDirs(values, dataDir).map((folder) => resolve(folder)),
      hosts: targetHosts,
    },
    quotas: values.ASSAY_QUOTAS ?? { groups: {} },
    uploadBytes: (values.ASSAY_FILE_MEGABYTES ?? DEFAULT_FILE_MEGABYTES) * 1024 * 1024,
    scratch: {
      mariadb: values.ASSAY_SCRATCH_MARIADB_URL ?? null,
      mysql: values.ASSAY_SCRATCH_MYSQL_URL ?? null,
    },
    chdb: values.ASSAY_CHDB === undefined ? null : resolve(values.ASSAY_CHDB),
    secretKey: values.ASSAY_SECRET_KEY === undefined ? null : deriveSecretKey(values.ASSAY_SECRET_KEY),
    acceptedSecretKeys: (values.ASSAY_SECRET_KEYS_ACCEPTED ?? []).map(deriveSecretKey),
    concurrency: values.ASSAY_CONCURRENCY ?? DEFAULT_CONCURRENCY,
    localDelivery: values.ASSAY_LOCAL_DELIVERY !== 'false',
    retentionDays: values.ASSAY_RETENTION_DAYS ?? 30,
    auditRetentionDays: values.ASSAY_AUDIT_RETENTION_DAYS ?? 365,
    recordRetentionDays: values.ASSAY_RECORD_RETENTION_DAYS ?? null,
    telemetry: telemetryOptions(values, service),
    warnings: [
      ...unknown.map((variable) => `${variable} is not a variable of Assay's; is it misspelt?`),
      ...timeoutWarnings(values.ASSAY_MODEL_TIMEOUT_SECONDS ?? 0),
      ...((values.ASSAY_TIME_SCALE ?? 1) < 1
        ? ['ASSAY_TIME_SCALE is for tests: a pause of the machine looks like a crash under it']
        : []),
    ],
    secrets,
  };
  problems.push(...oidcProblems(values), ...missing(config, options.needsSecretKey ?? true));
  if (servesApi(service) && config.http.apiKeys.some((key) => key.length < KEY_CHARACTERS)) {
    const message = `expected admin keys of at least ${KEY_CHARACTERS} characters`;
    if (LOOPBACK.includes(config.http.host)) config.warnings.push(`ASSAY_API_KEYS: ${message}`);
    else problems.push({ variable: 'ASSAY_API_KEYS', message });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Under the current and the former name. */
function fileDirs({ ASSAY_FILE_DIRS, ASSAY_SQLITE_DIRS }: ParsedEnvironment, dataDir: string): string[] {
  const given = [...(ASSAY_FILE_DIRS ?? []), ...(ASSAY_SQLITE_DIRS ?? [])];
  return given.length > 0 ? given : [dataDir];
}

function httpConfig(values: ParsedEnvironment, service: string): HttpConfig {
  return {
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? (servesApi(service) ? 3000 : 0),
    apiKeys: values.ASSAY_API_KEYS ?? [],
    oidc: oidcConfig(values),
    sessions: { hours: values.ASSAY_SESSION_HOURS ?? 12, idleMinutes: values.ASSAY_SESSION_IDLE_MINUTES ?? 120 },
    rateLimits: {
      requests: limitOf(values.ASSAY_RATE_LIMIT, DEFAULT_REQUESTS_A_MINUTE),
      questions: limitOf(values.ASSAY_RATE_LIMIT_QUESTIONS, DEFAULT_QUESTIONS_A_MINUTE),
      failedKeys: limitOf(values.ASSAY_RATE_LIMIT_FAILED_KEYS, DEFAULT_FAILED_KEYS_A_MINUTE),
    },
    stopDelayMs: servesApi(service) ? (values.ASSAY_STOP_DELAY_SECONDS ?? 0) * 1000 : 0,
    metricsToken: values.ASSAY_METRICS_TOKEN ?? null,
    docs: values.ASSAY_DOCS !== 'closed',
    limits: httpLimits(values),
    corsOrigins: values.ASSAY_CORS_ORIGINS ?? [],
  };
}

export function deriveSecretKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'assay connection strings', 32));
}

/** Of `ASSAY_MODEL_SECRET_KEY`; standalone derives one of each of its secret keys. It opens no connection string. */
export function deriveModelKey(secret: string | Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'assay model keys', 32));
}

function servesApi(service: string): boolean {
  return service === 'standalone' || service === 'api';
}

function missing(config: Config, needsSecretKey: boolean): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const { hosts, secret } = config.webhooks;
  if (['coordinator', 'standalone'].includes(config.service) && hosts.length > 0 && secret === null) {
    problems.push({
      variable: 'ASSAY_WEBHOOK_SECRET',
      message: 'must be set with ASSAY_WEBHOOK_HOSTS: it signs webhooks',
    });
  }
  const isOpen = config.http.apiKeys.length === 0 && config.http.oidc === null;
  if (servesApi(config.service) && isOpen && !LOOPBACK.includes(config.http.host)) {
    const message = `must be set where HOST is ${config.http.host}: without keys only 127.0.0.1 is served`;
    problems.push({ variable: 'ASSAY_API_KEYS', message });
  }
  if (config.service === 'standalone') return problems;
  if (config.databaseUrl === null) {
    problems.push({ variable: 'DATABASE_URL', message: 'must be set: only npm start starts its own PostgreSQL' });
  }
  if (needsSecretKey && config.secretKey === null) {
    problems.push({ variable: 'ASSAY_SECRET_KEY', message: 'must be set, to the same text for every service' });
  }
  return problems;
}

function modelsOf(values: ParsedEnvironment, service: string, secrets: string[]): Models {
  const { ASSAY_MODEL_SECRET_KEY: secret, ASSAY_MODEL_SECRET_KEYS_ACCEPTED: accepted = [] } = values;
  const callsModels = servesApi(service) || MODEL_CALLERS.some((name) => name === service);
  return new Models(
    {
      endpoint: endpointOf(values),
      demoUrl: values.ASSAY_DEMO_MODEL_URL ?? null,
      models: values.models,
      efforts: values.efforts,
      prices: values.ASSAY_MODEL_PRICES ?? null,
      structuredOutput: values.ASSAY_STRUCTURED_OUTPUT ?? 'json_schema',
      timeoutMs: (values.ASSAY_MODEL_TIMEOUT_SECONDS ?? 120) * 1000,
      contextTokens: values.ASSAY_MODEL_CONTEXT ?? 128_000,
    },
    secret === undefined ? null : [deriveModelKey(secret), ...accepted.map(deriveModelKey)],
    secrets,
    callsModels,
  );
}

function endpointOf({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey }: ParsedEnvironment): ModelEndpoint | null {
  if (baseUrl === undefined && apiKey === undefined) return null;
  return { baseUrl: baseUrl ?? DEFAULT_BASE_URL, apiKey: apiKey ?? '' };
}

function timeoutWarnings(seconds: number): string[] {
  const { deadlineSeconds } = DEFAULT_SETTINGS;
  if (seconds <= deadlineSeconds) return [];
  return [
    `ASSAY_MODEL_TIMEOUT_SECONDS (${seconds}) is beyond the ${deadlineSeconds} s in which a question ends by default: ` +
      'raise deadlineSeconds in the settings of workspaces, or a slow call ends its question in DEADLINE_EXCEEDED.',
  ];
}

function passwordsOf({ password, searchParams }: URL): string[] {
  const parameters = [...searchParams].flatMap(([name, value]) => (isSecretParameter(name) ? [value] : []));
  return [decodeURIComponent(password), ...parameters];
}

function secretsOf(values: ParsedEnvironment): string[] {
  const urls = [values.DATABASE_URL, values.REDIS_URL, values.OPENAI_BASE_URL];
  const passwords = urls.flatMap((url) => (url === undefined ? [] : passwordsOf(new URL(url))));
  const keys = [
    values.ASSAY_SECRET_KEY,
    values.ASSAY_MODEL_SECRET_KEY,
    ...(values.ASSAY_SECRET_KEYS_ACCEPTED ?? []),
    ...(values.ASSAY_MODEL_SECRET_KEYS_ACCEPTED ?? []),
    ...(values.ASSAY_API_KEYS ?? []),
    values.ASSAY_METRICS_TOKEN,
    values.ASSAY_OIDC_CLIENT_SECRET,
    values.ASSAY_WEBHOOK_SECRET,
  ];
  return [values.OPENAI_API_KEY, ...keys, ...passwords].filter((secret): secret is string => Boolean(secret));
}
