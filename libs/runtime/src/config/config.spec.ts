import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import { loadConfig } from './config.js';

function problemsOf(environment: NodeJS.ProcessEnv, service = 'standalone'): Record<string, string> {
  try {
    loadConfig(environment, { service });
  } catch (error) {
    if (error instanceof ConfigError) {
      return Object.fromEntries(error.problems.map(({ variable, message }) => [variable, message]));
    }
    throw error;
  }
  return {};
}

const endpoint = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
const service = { DATABASE_URL: 'postgres://u:p@h/d', ASSAY_SECRET_KEY: 'sixteen characters' };

describe('loadConfig', () => {
  it('warns of model calls that may outlast their question', () => {
    expect(loadConfig({ ASSAY_MODEL_TIMEOUT_SECONDS: '600' }).warnings).toEqual([]);
    const [warning, ...others] = loadConfig({ ASSAY_MODEL_TIMEOUT_SECONDS: '3600' }).warnings;
    expect(warning).toMatch(/^ASSAY_MODEL_TIMEOUT_SECONDS \(3600\) is beyond the 600 s .*deadlineSeconds/);
    expect(others).toEqual([]);
  });

  it('needs nothing in standalone', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      databaseUrl: null,
      queues: { kind: 'postgres' },
      http: {
        host: '127.0.0.1',
        port: 3000,
        apiKeys: [],
        rateLimits: { requests: 12_000, questions: 1200 },
        stopDelayMs: 0,
        corsOrigins: [],
      },
      models: {
        endpoint: null,
        structuredOutput: 'json_schema',
        timeoutMs: 120_000,
        contextTokens: 128_000,
        prices: {},
      },
      modelHosts: null,
      targets: { hosts: null },
      uploadBytes: 100 * 1024 * 1024,
      scratch: { mariadb: null, mysql: null },
      chdb: null,
      concurrency: 64,
      localDelivery: true,
      retentionDays: 30,
      recordRetentionDays: null,
      secretKey: null,
      telemetry: { serviceName: 'assay-standalone', traces: false, metrics: false, logs: false },
    });
    expect(config.targets.sqliteDirs).toEqual([config.dataDir]);
    expect(config.dataDir).toMatch(/^\/.*\.assay$/);
  });

  it.each([
    ['PORT', '70000', '0 to 65535'],
    ['PORT', '3000x', 'whole number'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn'],
    ['OPENAI_BASE_URL', 'localhost:8080', 'http://'],
    ['DATABASE_URL', 'mysql://h/d', 'postgres://'],
    ['DATABASE_DIRECT_URL', 'postgres://h/d', 'session mode'],
    ['DATABASE_REPLICA_URL', 'postgres://h/d', 'no longer supported'],
    ['REDIS_URL', 'localhost:6379', 'redis://'],
    ['REDIS_URL', 'redis://a,redis://b', 'one URL'],
    ['REDIS_URL', 'redis://a:1/2,redis://u:p@b:1/2', 'one URL'],
    ['ASSAY_STRUCTURED_OUTPUT', 'yaml', 'json_schema, json_object, tools, text'],
    ['ASSAY_MODEL_TIMEOUT_SECONDS', '-1', 'above 0'],
    ['ASSAY_MODEL_TIMEOUT_SECONDS', 'soon', 'above 0'],
    ['ASSAY_MODEL_CONTEXT', '1e5', 'whole number'],
    ['ASSAY_MODEL_PRICES', '{"m":{"input":1}}', 'usd per million'],
    ['ASSAY_MODEL_PRICES', 'cheap', 'usd per million'],
    ['ASSAY_EFFORT_EVALUATOR', 'maximum', 'minimal, low, medium'],
    ['ASSAY_API_KEYS', 'two words', 'without spaces'],
    ['ASSAY_RATE_LIMIT', 'many', 'whole number'],
    ['ASSAY_RATE_LIMIT_QUESTIONS', '-1', 'from 0'],
    ['ASSAY_CORS_ORIGINS', 'https://app.example/page', 'origins such as'],
    ['ASSAY_SECRET_KEY', 'short', 'at least 16'],
    ['ASSAY_TARGET_HOSTS', 'db host', 'CIDR'],
    ['ASSAY_MODEL_HOSTS', 'http://model', 'CIDR'],
    ['ASSAY_CONCURRENCY', '0', '1 to 10000'],
    ['ASSAY_LOCAL_DELIVERY', 'no', 'true, false'],
    ['ASSAY_TIME_SCALE', '0.01', '0.1 to 1'],
    ['ASSAY_RETENTION_DAYS', 'ever', 'whole number'],
    ['ASSAY_RECORD_RETENTION_DAYS', '0', '1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'jaeger', 'http://'],
  ])('names %s when it is %j', (variable, value, expected) => {
    expect(problemsOf({ [variable]: value })).toEqual({ [variable]: expect.stringContaining(expected) });
  });

  it('warns that scaled time is for tests', () => {
    expect(loadConfig({ ASSAY_TIME_SCALE: '0.25' }).warnings).toEqual([expect.stringMatching(/^ASSAY_TIME_SCALE/)]);
    expect(loadConfig({ ASSAY_TIME_SCALE: '1' }).warnings).toEqual([]);
  });

  it('names every wrong variable at once, and repeats no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      REDIS_URL: 'tcp://:hunter2@h',
      ASSAY_SECRET_KEY: 'hunter2',
      ASSAY_WEBHOOK_SECRET: 'hunter2',
    });
    expect(Object.keys(problems).sort()).toEqual(['ASSAY_SECRET_KEY', 'ASSAY_WEBHOOK_SECRET', 'PORT', 'REDIS_URL']);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ' })).toMatchObject({
      http: { port: 3000 },
      queues: { kind: 'postgres' },
    });
  });

  it('keeps the password of Redis out of logs, wherever the URL has it', () => {
    expect(loadConfig({ REDIS_URL: 'rediss://u:s,cret2@b/3' })).toMatchObject({
      queues: { kind: 'redis', url: 'rediss://u:s,cret2@b/3' },
      secrets: ['s,cret2'],
    });
    const asParameter = loadConfig({ REDIS_URL: 'redis://a:1/?password=s%23cret3&family=4' });
    expect(asParameter.secrets).toEqual(['s#cret3']);
  });

  it('serves others only with keys', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toHaveProperty('ASSAY_API_KEYS');
    expect(problemsOf({ HOST: '0.0.0.0', ASSAY_API_KEYS: 'a-long-enough-key' })).toEqual({});
    expect(problemsOf({ HOST: '0.0.0.0', ASSAY_API_KEYS: 'a-long-enough-key,too-short' })).toEqual({
      ASSAY_API_KEYS: expect.stringContaining('at least 16 characters'),
    });
    expect(problemsOf({ ...service, HOST: '0.0.0.0' }, 'evaluator')).toEqual({});
  });

  it('asks a service that starts alone for database and key', () => {
    expect(Object.keys(problemsOf({}, 'evaluator'))).toEqual(['DATABASE_URL', 'ASSAY_SECRET_KEY']);
    const alone = loadConfig(service, { service: 'evaluator' });
    expect(alone).toMatchObject({ http: { port: 0 }, targets: { hosts: [] }, modelHosts: [] });
    expect(alone.secretKey).toHaveLength(32);
  });

  it('limits no rate at 0', () => {
    const { http } = loadConfig({ ASSAY_RATE_LIMIT: '0', ASSAY_RATE_LIMIT_QUESTIONS: '5' });
    expect(http.rateLimits).toEqual({ requests: null, questions: 5, failedKeys: 30 });
    expect(loadConfig({ ASSAY_MAX_CONNECTIONS: '0', ASSAY_MAX_STREAMS: '7' }).http.limits).toEqual({
      connections: null,
      perNetwork: null,
      trustedProxies: [],
      streams: 7,
      requestMs: 30_000,
    });
  });

  it('takes short admin keys on loopback alone, and says so', () => {
    const { warnings } = loadConfig({ ASSAY_API_KEYS: 'short' });
    expect(warnings).toEqual([expect.stringMatching(/^ASSAY_API_KEYS: .*16 characters/)]);
  });

  it.each(['10.0.0.0/8', '192.0.2.1,2001:db8::/32'])('trusts the proxies of %s', (proxies) => {
    expect(problemsOf({ ASSAY_TRUSTED_PROXIES: proxies })).toEqual({});
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '1.2.3'])('knows no proxies %s', (proxies) => {
    expect(problemsOf({ ASSAY_TRUSTED_PROXIES: proxies })).toHaveProperty('ASSAY_TRUSTED_PROXIES');
  });

  it('warns of variables that mean nothing', () => {
    const { warnings } = loadConfig({ ASSAY_MODEL_EVALUTOR: 'm', ASSAY_URL: 'http://x' });
    expect(warnings).toEqual([expect.stringContaining('ASSAY_MODEL_EVALUTOR')]);
  });

  it('knows what must never be logged', () => {
    const { secrets } = loadConfig({
      OPENAI_API_KEY: 'sk-secret',
      ASSAY_API_KEYS: 'first-key,second-key',
      ASSAY_METRICS_TOKEN: 'token-of-prometheus',
      ASSAY_WEBHOOK_SECRET: 'what-signs-webhooks',
      DATABASE_URL: 'postgres://u:p%40ssword@h/d',
    });
    const keys = ['sk-secret', 'first-key', 'second-key', 'token-of-prometheus', 'what-signs-webhooks'];
    expect(secrets).toEqual([...keys, 'p@ssword']);
  });
});

describe('modelFor', () => {
  it('falls back to the next lower level, never to a higher one', () => {
    const { models } = loadConfig({ ...endpoint, ASSAY_MODEL_ADVANCED: 'big' });
    expect(models.modelFor('generator', 'EXPERT')?.model).toBe('big');
    expect(models.modelFor('generator', 'ADVANCED')?.model).toBe('big');
    expect(models.modelFor('generator', 'BASIC')).toBeNull();
  });

  it('prefers the agent to the level', () => {
    const { models } = loadConfig({ ...endpoint, ASSAY_MODEL_BASIC: 'small', ASSAY_MODEL_SQL_SELECTOR: 'judge' });
    expect(models.modelFor('sql-selector', 'EXPERT')?.model).toBe('judge');
    expect(models.modelFor('evaluator', 'EXPERT')?.model).toBe('small');
  });

  it('gives the supervisor high effort by default', () => {
    const basic = { ...endpoint, ASSAY_MODEL_BASIC: 'm', ASSAY_EFFORT_BASIC: 'low' };
    const effort = (environment: NodeJS.ProcessEnv, agent: 'supervisor' | 'evaluator'): string | null | undefined =>
      loadConfig(environment).models.modelFor(agent, 'ADVANCED')?.effort;
    expect(effort(basic, 'supervisor')).toBe('high');
    for (const set of ['medium', 'xhigh', 'max']) {
      expect(effort({ ...basic, ASSAY_EFFORT_SUPERVISOR: set }, 'supervisor')).toBe(set);
    }
    expect(effort(basic, 'evaluator')).toBe('low');
    expect(effort({ ...endpoint, ASSAY_MODEL_BASIC: 'm' }, 'evaluator')).toBeNull();
  });

  it('has no model without an endpoint', () => {
    expect(loadConfig({ ASSAY_MODEL_BASIC: 'm' }).models.modelFor('generator', 'BASIC')).toBeNull();
  });

  it('uses the public endpoint where only its key is given', () => {
    const { models } = loadConfig({ OPENAI_API_KEY: 'sk-secret' });
    expect(models.endpoint).toEqual({ baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-secret' });
  });

  it('knows the prices of models', () => {
    const { models } = loadConfig({
      ...endpoint,
      ASSAY_MODEL_BASIC: 'm',
      ASSAY_MODEL_PRICES: '{"m":{"input":1.5,"output":6}}',
    });
    expect(models.prices['m']).toEqual({ input: 1.5, output: 6 });
  });
});

describe('what is exported', () => {
  const telemetryOf = (environment: NodeJS.ProcessEnv): object =>
    loadConfig({ PORT: '0', ...environment }, { service: 'standalone' }).telemetry;

  it('are traces wherever an endpoint is named, metrics and logs only where they are asked for', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(telemetryOf({})).toMatchObject({ traces: false, metrics: false, logs: false });
    expect(telemetryOf(endpoint)).toMatchObject({ traces: true, metrics: false, logs: false });
    expect(telemetryOf({ ...endpoint, OTEL_METRICS_EXPORTER: 'otlp', OTEL_LOGS_EXPORTER: 'otlp' })).toMatchObject({
      traces: true,
      metrics: true,
      logs: true,
    });
    expect(telemetryOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({ traces: false });
    expect(telemetryOf({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toMatchObject({ traces: false });
    expect(telemetryOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://jaeger:4318/v1/traces' })).toMatchObject({
      traces: true,
    });
    expect(telemetryOf({ OTEL_LOGS_EXPORTER: 'otlp' })).toMatchObject({ logs: false });
  });
});
