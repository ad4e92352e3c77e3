import { describe, expect, it } from '@jest/globals';
import { MODEL_CALLERS, SERVICES } from '@assay/contracts';
import { CHOICE_VARIABLES, VARIABLES } from '@assay/runtime';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
  image: string;
  build?: { target?: string; args: { APP: string } };
  command?: string[];
  environment?: Record<string, string | null>;
  ports?: string[];
  [field: string]: unknown;
}

interface Mounts {
  volumes?: string[];
  configs?: { source: string; target: string }[];
}

const PROJECT = new URL('../..', import.meta.url);
/** Stores, migration, MCP, demo. */
const BESIDE = ['postgres', 'redis', 'jaeger', 'migrate', 'mcp', 'demo'];
const OBSERVERS = ['prometheus', 'grafana'];
const names = SERVICES.map(({ name }) => name);
/** Useless in a container, or set by the file. */
const NOT_PASSED_ON = [
  // the images do not contain chdb
  'ASSAY_CHDB',
  'ASSAY_DATA_DIR',
  'ASSAY_LOCAL_DELIVERY',
  'ASSAY_TIME_SCALE',
  'HOST',
  'PORT',
  'OTEL_SERVICE_NAME',
];

const { services, configs } = parsed<{
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
}>('docker-compose.yml');

function parsed<Content>(path: string): Content {
  return parse(readFileSync(new URL(path, PROJECT), 'utf8'), { merge: true }) as Content;
}

function telemetryOf(name: string): object {
  return Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).filter(([key]) => key.startsWith('OTEL_')),
  );
}

/** Services with this variable. */
function reported(variable: string): string[] {
  return Object.keys(services)
    .filter((name) => variable in (services[name]?.environment ?? {}))
    .sort();
}

describe('docker-compose.yml', () => {
  it('runs every service of the list, what stands beside them, and nothing else', () => {
    expect(Object.keys(services).sort()).toEqual([...names, ...BESIDE, ...OBSERVERS].sort());
  });

  it('builds and confines every service, and gives it longer to end than it takes', () => {
    for (const name of [...names, 'mcp']) {
      expect([name, services[name]]).toEqual([
        name,
        expect.objectContaining({
          image: `assay/${name}`,
          build: { context: '.', ...(name === 'mcp' ? { target: 'alone' } : {}), args: { APP: name } },
          restart: 'unless-stopped',
          stop_grace_period: '30s',
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        }),
      ]);
    }
  });

  it('configures the stores and the collector for every service', () => {
    for (const variable of ['DATABASE_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
      expect(reported(variable)).toEqual(expect.arrayContaining(names));
    }
    for (const name of [...names, 'mcp']) expect([name, telemetryOf(name)]).toEqual([name, telemetryOf('api')]);
  });

  it('adds Prometheus and Grafana by a profile, with the dashboard and the token of the services', () => {
    const withProfile = Object.keys(services).filter((name) => services[name]?.['profiles'] !== undefined);
    expect(withProfile.sort()).toEqual([...OBSERVERS].sort());
    for (const name of OBSERVERS) expect(services[name]?.['profiles']).toEqual(['observe']);
    const { prometheus, grafana } = services as { [name: string]: Service & Mounts };
    const [token] = prometheus?.configs ?? [];
    // no token that everybody knows
    expect(services['api']?.environment).toHaveProperty('ASSAY_METRICS_TOKEN', null);
    expect(configs[token?.source ?? '']?.content).toBe('${ASSAY_METRICS_TOKEN:-unset}');
    const { scrape_configs: jobs } = parsed<{ scrape_configs: { authorization: object }[] }>('ops/prometheus.yml');
    expect(jobs[0]?.authorization).toEqual({ credentials_file: token?.target });
    expect(prometheus?.volumes).toContain('./ops:/etc/prometheus:ro');
    const provisioning = 'ops/grafana/provisioning';
    expect(grafana?.volumes).toContain(`./${provisioning}:/etc/grafana/provisioning:ro`);
    const { datasources } = parsed<{ datasources: { url: string }[] }>(`${provisioning}/datasources/assay.yml`);
    const hosts = datasources.map(({ url }) => new URL(url));
    expect(hosts.map(({ hostname }) => hostname)).toEqual(['prometheus', 'jaeger']);
    const { providers } = parsed<{ providers: { options: { path: string } }[] }>(
      `${provisioning}/dashboards/assay.yml`,
    );
    expect(grafana?.volumes).toContain(`./ops/grafana/assay.json:${providers[0]?.options.path}/assay.json:ro`);
  });

  it('passes on every variable of the project, those of models to all who call one', () => {
    const known = [...Object.keys(VARIABLES), ...CHOICE_VARIABLES.keys()];
    const perSignal = /^OTEL_EXPORTER_OTLP_(TRACES|METRICS|LOGS)_ENDPOINT$/;
    const missing = known.filter((name) => reported(name).length === 0 && !perSignal.test(name));
    expect(missing.filter((name) => !NOT_PASSED_ON.includes(name))).toEqual([]);
    for (const name of CHOICE_VARIABLES.keys()) expect(reported(name)).toEqual(expect.arrayContaining(MODEL_CALLERS));
    // only these check whether models are configured
    expect(reported('OPENAI_API_KEY')).toEqual([...MODEL_CALLERS, 'api', 'coordinator'].sort());
  });

  it('keeps secrets from services that have no use for them', () => {
    expect(reported('ASSAY_SECRET_KEY')).toEqual(['api', 'db-sampler', 'demo']);
    expect(reported('ASSAY_API_KEYS')).toEqual(['api', 'demo']);
    expect(reported('ASSAY_TARGET_HOSTS')).toEqual(['api', 'db-sampler']);
    for (const variable of ['ASSAY_MODEL_SECRET_KEY', 'ASSAY_MODEL_SECRET_KEYS_ACCEPTED', 'ASSAY_MODEL_HOSTS']) {
      expect(reported(variable)).toEqual([...MODEL_CALLERS, 'api'].sort());
    }
    const passed = {
      ASSAY_OIDC_ISSUER: null,
      ASSAY_MCP_URL: null,
      ASSAY_MAX_CONNECTIONS: null,
      ASSAY_REQUEST_TIMEOUT_SECONDS: null,
    };
    expect(services['mcp']?.environment).toEqual({ ASSAY_URL: 'http://api:3000', ...passed, ...telemetryOf('api') });
  });

  it('binds ports to this machine alone, and keeps what a queue holds', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    const command = services['redis']?.command?.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });
});
