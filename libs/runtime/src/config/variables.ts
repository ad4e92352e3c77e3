import { MODEL_PLACES, modelPricesSchema, type ModelPlace } from '@assay/contracts';
import { TIME_SCALES } from '@assay/contracts/timing';
import { SAMPLERS } from '../telemetry/index.js';
import { isIP } from 'node:net';
import { delimiter } from 'node:path';
import { z } from 'zod';
import { QUOTAS_FORM, quotasSchema } from './quotas-config.js';
import { ROLE_MAPPING_FORM, roleMappingSchema } from './role-mapping.js';
import { EFFORTS, STRUCTURED_OUTPUTS, type Choices, type Effort } from './model-config.js';
import { httpsUrl, integer, json, list, oneOf, positiveNumber, ratio, urlOf } from './values.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const KEY_CHARACTERS = 16;

const CHOICE_SUFFIXES = MODEL_PLACES.map((name) => [name, suffixOf(name)] as const);

function suffixOf(place: ModelPlace): string {
  return place.toUpperCase().replaceAll('-', '_');
}

export function variableOfModel(place: ModelPlace): string {
  return `ASSAY_MODEL_${suffixOf(place)}`;
}

const HOST_PATTERN = /^(?:[\w*-]+(?:\.[\w*-]+)*|\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}|[0-9a-f:]+(?:\/\d{1,3})?)$/i;

const hostPatterns = (): z.ZodType<string[]> =>
  list().refine(
    (hosts) => hosts.every((host) => HOST_PATTERN.test(host)),
    'expected host names (with * as a wildcard), addresses or CIDR ranges, separated by commas',
  );

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

// Keys may contain commas: try the whole text, too.
const acceptedKeys = z
  .string()
  .min(KEY_CHARACTERS, `expected keys of at least ${KEY_CHARACTERS} characters, separated by commas`)
  .transform((text) =>
    [text, ...text.split(',').map((key) => key.trim())].filter((key) => key.length >= KEY_CHARACTERS),
  );

/** Optional here; `loadConfig` checks requirements. */
export const VARIABLES = {
  OPENAI_BASE_URL: urlOf('http', 'https'),
  OPENAI_API_KEY: z.string(),
  ASSAY_DEMO_MODEL_URL: urlOf('http', 'https'),
  ASSAY_STRUCTURED_OUTPUT: oneOf(STRUCTURED_OUTPUTS),
  ASSAY_MODEL_TIMEOUT_SECONDS: positiveNumber(3600),
  ASSAY_MODEL_CONTEXT: integer(1000, 100_000_000),
  ASSAY_MODEL_PRICES: json(modelPricesSchema, '{ "<model>": { "input": usd per million tokens, "output": … } }'),
  DATABASE_URL: urlOf('postgres', 'postgresql'),
  REDIS_URL: urlOf('redis', 'rediss'),
  ASSAY_OIDC_ISSUER: httpsUrl(),
  ASSAY_PUBLIC_URL: httpsUrl(),
  ASSAY_SESSION_HOURS: integer(1, 720),
  ASSAY_SESSION_IDLE_MINUTES: integer(1, 43_200),
  ASSAY_OIDC_SCOPES: z.string().regex(/(^| )openid( |$)/, 'expected scopes with openid among them'),
  ASSAY_OIDC_CLIENT_ID: z.string(),
  ASSAY_OIDC_CLIENT_SECRET: z.string(),
  ASSAY_OIDC_AUDIENCE: list(),
  ASSAY_OIDC_ROLES_CLAIM: z.string(),
  ASSAY_OIDC_GROUPS_CLAIM: z.string(),
  ASSAY_OIDC_ROLES: json(roleMappingSchema, ROLE_MAPPING_FORM),
  ASSAY_QUOTAS: json(quotasSchema, QUOTAS_FORM),
  ASSAY_API_KEYS: list().refine(
    (keys) => keys.every((key) => /^[\x21-\x7e]+$/.test(key)),
    'expected keys of printable ASCII characters without spaces, separated by commas',
  ),
  ASSAY_RATE_LIMIT: integer(0, 1_000_000),
  ASSAY_RATE_LIMIT_QUESTIONS: integer(0, 1_000_000),
  ASSAY_RATE_LIMIT_FAILED_KEYS: integer(0, 1_000_000),
  ASSAY_TRUSTED_PROXIES: list().refine(
    (proxies) => proxies.every(isAddressRange),
    'expected addresses or CIDR ranges, separated by commas',
  ),
  ASSAY_METRICS_TOKEN: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${KEY_CHARACTERS},}$`),
      `expected at least ${KEY_CHARACTERS} printable characters, no spaces`,
    ),
  ASSAY_DOCS: oneOf(['open', 'closed']),
  ASSAY_MAX_CONNECTIONS: integer(0, 1_000_000),
  ASSAY_MAX_STREAMS: integer(0, 1_000_000),
  ASSAY_REQUEST_TIMEOUT_SECONDS: integer(1, 3600),
  ASSAY_CORS_ORIGINS: list().refine(
    (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
    'expected origins such as https://app.example, separated by commas',
  ),
  ASSAY_SECRET_KEY: z.string().min(KEY_CHARACTERS, `expected at least ${KEY_CHARACTERS} characters`),
  ASSAY_SECRET_KEYS_ACCEPTED: acceptedKeys,
  ASSAY_MODEL_SECRET_KEY: z.string().min(KEY_CHARACTERS, `expected at least ${KEY_CHARACTERS} characters`),
  ASSAY_MODEL_SECRET_KEYS_ACCEPTED: acceptedKeys,
  ASSAY_FILE_DIRS: list(new RegExp(`[,${delimiter}]`)),
  ASSAY_FILE_MEGABYTES: integer(1, 10_000),
  ASSAY_SQLITE_DIRS: list(new RegExp(`[,${delimiter}]`)),
  ASSAY_TARGET_HOSTS: hostPatterns(),
  ASSAY_MODEL_HOSTS: hostPatterns(),
  ASSAY_WEBHOOK_HOSTS: hostPatterns(),
  ASSAY_WEBHOOK_SECRET: z.string().min(KEY_CHARACTERS, `expected at least ${KEY_CHARACTERS} characters`),
  ASSAY_SCRATCH_MARIADB_URL: urlOf('mariadb', 'mysql'),
  ASSAY_SCRATCH_MYSQL_URL: urlOf('mysql'),
  ASSAY_CHDB: z.string(),
  ASSAY_CONCURRENCY: integer(1, 10_000),
  ASSAY_LOCAL_DELIVERY: oneOf(['true', 'false']),
  ASSAY_DATA_DIR: z.string(),
  ASSAY_RETENTION_DAYS: integer(1, 36_500),
  ASSAY_STOP_DELAY_SECONDS: integer(0, 600),
  ASSAY_TIME_SCALE: ratio(TIME_SCALES.least, TIME_SCALES.most),
  ASSAY_AUDIT_RETENTION_DAYS: integer(1, 36_500),
  ASSAY_RECORD_RETENTION_DAYS: integer(1, 36_500),
  PORT: integer(0, 65_535),
  HOST: z.string().regex(/^[\w.:-]+$/, 'expected an address or a host name'),
  LOG_LEVEL: oneOf(LOG_LEVELS),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf('http', 'https'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: urlOf('http', 'https'),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: urlOf('http', 'https'),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_METRICS_EXPORTER: oneOf(['otlp', 'prometheus', 'none']),
  OTEL_LOGS_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS),
  OTEL_TRACES_SAMPLER_ARG: ratio(),
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000),
  OTEL_METRIC_EXPORT_INTERVAL: integer(1, 3_600_000),
  OTEL_SERVICE_NAME: z.string(),
  OTEL_SDK_DISABLED: oneOf(['true', 'false']),
} as const;

/** Setting one refuses the start. */
export const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  DATABASE_DIRECT_URL: 'is no longer supported: use a pooler in session mode, and unset it',
  DATABASE_REPLICA_URL: 'is no longer supported: everything is read from DATABASE_URL; unset it',
};

export const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  'OPENAI_API_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'ASSAY_API_KEYS',
  'ASSAY_METRICS_TOKEN',
  'ASSAY_OIDC_CLIENT_SECRET',
  'ASSAY_SECRET_KEY',
  'ASSAY_SECRET_KEYS_ACCEPTED',
  'ASSAY_MODEL_SECRET_KEY',
  'ASSAY_MODEL_SECRET_KEYS_ACCEPTED',
  'ASSAY_WEBHOOK_SECRET',
  'ASSAY_SCRATCH_MARIADB_URL',
  'ASSAY_SCRATCH_MYSQL_URL',
]);

/** Variables of the CLI, which services ignore. */
export const FOREIGN_VARIABLES: ReadonlySet<string> = new Set(['ASSAY_URL', 'ASSAY_API_KEY']);

type Values = { [Name in keyof typeof VARIABLES]?: z.output<(typeof VARIABLES)[Name]> };

/** With `ASSAY_MODEL_*` and `ASSAY_EFFORT_*`. */
export type ParsedEnvironment = Values & { models: Choices<string>; efforts: Choices<Effort> };

interface ChoiceVariable {
  family: 'models' | 'efforts';
  of: string;
  type: z.ZodType;
}

export const CHOICE_VARIABLES: ReadonlyMap<string, ChoiceVariable> = new Map(
  CHOICE_SUFFIXES.flatMap(([of, suffix]): [string, ChoiceVariable][] => [
    [`ASSAY_MODEL_${suffix}`, { family: 'models', of, type: z.string() }],
    [`ASSAY_EFFORT_${suffix}`, { family: 'efforts', of, type: oneOf(EFFORTS) }],
  ]),
);
