import { beforeAll, describe, expect, it } from '@jest/globals';
import { MODEL_CALLERS, SERVICES } from '@assay/contracts';
import { describeWith } from '@assay/testing';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { problemsOf, type Manifest } from './check-manifest.js';
import { mayReach } from './network-reach.js';
import { FOLDER, render } from './render.js';

const names = SERVICES.map(({ name }) => name).sort();
const modelCallers = [...MODEL_CALLERS].sort();

function ofKind<Kind>(manifests: Manifest[], kind: string): (Kind & Manifest)[] {
  return manifests.filter((manifest) => manifest.kind === kind) as (Kind & Manifest)[];
}

describe('the check of manifests', () => {
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'x' } };

  it('refuses fields that a kind does not have, and values of the wrong type', () => {
    expect(problemsOf({ ...budget, spec: { maxUnavailable: 1 } } as Manifest)).toEqual([]);
    expect(problemsOf({ ...budget, spec: { maxUnavailabel: 1 } } as Manifest)).toEqual([
      '/spec/maxUnavailabel is not a field of its kind',
    ]);
    expect(problemsOf({ ...budget, spec: { selector: 'all' } } as Manifest)).toHaveLength(1);
    expect(problemsOf({ ...budget, kind: 'Unheard' })).toEqual(['no schema for policy/v1 Unheard']);
  });
});

describeWith('kubectl', 'the manifests for Kubernetes', () => {
  let base: Manifest[];
  let deployments: (IDeployment & Manifest)[];
  beforeAll(() => {
    base = render('base');
    deployments = ofKind<IDeployment>(base, 'Deployment');
  });
  const container = (deployment: IDeployment) => deployment.spec?.template.spec?.containers[0];
  const named = (name: string) => deployments.find(({ metadata }) => metadata.name === name);

  const overlays = readdirSync(join(FOLDER, 'overlays')).filter((name) => name !== 'tracing');
  it.each(['base', ...overlays.map((name) => `overlays/${name}`)])(
    '%s renders to objects that the API knows, each once',
    (folder) => {
      const manifests = render(folder);
      const problems = manifests.map((manifest) => [manifest.kind, manifest.metadata.name, ...problemsOf(manifest)]);
      expect(problems.filter(({ length }) => length > 2)).toEqual([]);
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it('deploy every service, and let one pod of it be disrupted at a time', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(names);
    const budgets = ofKind<IPodDisruptionBudget>(base, 'PodDisruptionBudget');
    for (const deployment of deployments) {
      const budget = budgets.find(({ metadata }) => metadata.name === deployment.metadata.name);
      expect(budget?.spec).toEqual({ maxUnavailable: 1, selector: deployment.spec?.selector });
    }
  });

  it('probe, bound and confine every container', () => {
    for (const workload of [...deployments, ...ofKind<IJob>(base, 'Job')]) {
      const pod = workload.spec?.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod?.containers).toHaveLength(1);
      expect(pod?.containers[0]?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod?.containers[0]?.resources).toMatchObject({
        requests: { cpu: expect.anything(), memory: expect.anything() },
        limits: { memory: expect.anything() },
      });
    }
    const withChildren = deployments.filter((deployment) => container(deployment)?.resources?.limits?.['cpu']);
    expect(withChildren.map(({ metadata }) => metadata.name)).toEqual(['db-sampler']);
    for (const deployment of deployments) {
      // longer than 28 s and the delay before
      const grace = deployment.spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
      expect(grace).toBeGreaterThan(28 + secondsBeforeStop(deployment, base));
      expect(container(deployment)).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
      });
    }
  });

  it('keep pods that serve requests until endpoints have left', () => {
    const api = named('api') as IDeployment;
    expect(container(api)?.lifecycle?.preStop?.exec?.command).toEqual(['sleep', '5']);
    expect(secondsBeforeStop(api, base)).toBe(10);
    const [mcp] = ofKind<IDeployment>(render('overlays/mcp'), 'Deployment');
    expect(container(mcp as IDeployment)?.lifecycle).toEqual(container(api)?.lifecycle);
    expect(mcp?.spec?.template.spec?.terminationGracePeriodSeconds).toBe(45);
  });

  it('have every pod watched, and its stores reached by no other pod, where the overlays say so', () => {
    const [monitor] = ofKind<{ spec: { selector: { matchLabels: Record<string, string> } } }>(
      render('overlays/monitoring'),
      'PodMonitor',
    );
    const wanted = Object.entries(monitor?.spec.selector.matchLabels ?? {});
    expect(wanted).toHaveLength(1);
    for (const deployment of deployments) {
      const labels = deployment.spec?.template.metadata?.labels ?? {};
      expect(wanted.every(([name, value]) => labels[name] === value)).toBe(true);
      expect(container(deployment)?.ports?.map(({ name }) => name)).toEqual(['http']);
    }
    const policies = ofKind<INetworkPolicy>(render('overlays/development'), 'NetworkPolicy');
    const guarded = policies.find(({ metadata }) => metadata.name === 'store-access')?.spec;
    expect(guarded).toMatchObject({
      podSelector: { matchLabels: { 'assay/store': 'true' } },
      policyTypes: ['Ingress'],
    });
    expect(guarded?.ingress?.[0]?.from).toEqual([
      { podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'assay' } } },
    ]);
  });

  it('send traces of every service to Jaeger where the component is added, as compose does', () => {
    const compose = readFileSync(join(FOLDER, '..', 'docker-compose.yml'), 'utf8');
    const [, endpoint] = /OTEL_EXPORTER_OTLP_ENDPOINT:-([^}]+)\}/.exec(compose) ?? [];
    const added = { resources: ['overlays/keda', 'overlays/mcp'], components: ['overlays/tracing'] };
    for (const manifests of [render('overlays/development'), renderOwn(added)]) {
      expect(manifests.flatMap((manifest) => problemsOf(manifest))).toEqual([]);
      const [config] = ofKind<{ metadata: { name: string }; data?: Record<string, string> }>(manifests, 'ConfigMap');
      expect(config?.data).toMatchObject({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info' });
      const all = ofKind<IDeployment>(manifests, 'Deployment');
      const jaeger = all.find(({ metadata }) => metadata.name === new URL(endpoint ?? '').hostname);
      const policies = ofKind<INetworkPolicy>(manifests, 'NetworkPolicy');
      const senders = all.filter(({ metadata }) => [...names, 'mcp'].includes(metadata.name));
      expect(senders).toHaveLength(names.length + Number(all.some(({ metadata }) => metadata.name === 'mcp')));
      for (const { spec } of senders) {
        const labels = spec?.template.metadata?.labels ?? {};
        const { env = [], envFrom } = spec?.template.spec?.containers[0] ?? {};
        const named = env.filter(({ name }) => name === 'OTEL_EXPORTER_OTLP_ENDPOINT');
        if (named.length === 0) expect(envFrom).toEqual([{ configMapRef: { name: config?.metadata?.name } }]);
        else expect(named[0]?.valueFrom?.configMapKeyRef?.name).toBe(config?.metadata?.name);
        const destination = { labels: jaeger?.spec?.template.metadata?.labels, port: 4318 };
        expect([labels, mayReach(policies, labels, destination)]).toEqual([labels, true]);
      }
    }
  });

  it('are not rendered with fields that kustomize calls deprecated', () => {
    expect(() => renderOwn({ bases: ['base'] })).toThrow('deprecated');
  });

  it('hold no secret, and give each one to those alone who need it', () => {
    expect(ofKind(base, 'Secret')).toEqual([]);
    const holders = (variable: string) =>
      deployments
        .filter((deployment) => container(deployment)?.env?.some(({ name }) => name === variable))
        .map(({ metadata }) => metadata.name)
        .sort();
    const ofModels = ['api', ...modelCallers].sort();
    for (const variable of ['OPENAI_API_KEY', 'ASSAY_MODEL_SECRET_KEY', 'ASSAY_MODEL_SECRET_KEYS_ACCEPTED']) {
      expect(holders(variable)).toEqual(ofModels);
    }
    expect(holders('ASSAY_SECRET_KEY')).toEqual(['api', 'db-sampler']);
    expect(holders('ASSAY_API_KEYS')).toEqual(['api']);
    // db-sampler lets no workspace lead there
    expect(holders('ASSAY_SCRATCH_MARIADB_URL')).toEqual(['db-sampler', 'prober']);
    const required = ['ASSAY_API_KEYS', 'ASSAY_SECRET_KEY', 'DATABASE_URL', 'REDIS_URL'];
    for (const deployment of deployments) {
      for (const variable of container(deployment)?.env ?? []) {
        const { key, optional = false } = variable.valueFrom?.secretKeyRef ?? {};
        expect([key, optional]).toEqual([variable.name, !required.includes(variable.name)]);
      }
    }
  });

  describe('let through the network', () => {
    const TARGET = { 'assay/target-database': 'true' };
    const STORE = { 'assay/store': 'true' };
    const reaches = (destination: Parameters<typeof mayReach>[2]) => {
      const policies = ofKind<INetworkPolicy>(base, 'NetworkPolicy');
      return names.filter((name) =>
        mayReach(policies, named(name)?.spec?.template.metadata?.labels ?? {}, destination),
      );
    };

    it('db-sampler alone to target databases', () => {
      for (const port of [5432, 3306, 1433, 1521]) expect(reaches({ labels: TARGET, port })).toEqual(['db-sampler']);
      for (const port of [22, 443]) expect(reaches({ labels: TARGET, port })).toEqual([]);
    });

    it('prober alone to servers of scratch databases', () => {
      const labels = { 'assay/scratch-database': 'true' };
      expect(reaches({ labels, port: 3306 })).toEqual(['prober']);
    });

    it('those alone to models who call or try them', () => {
      expect(reaches({ address: '203.0.113.9', port: 443 }).sort()).toEqual(['api', ...modelCallers].sort());
      for (const port of [80, 5432, 6379]) expect(reaches({ address: '203.0.113.9', port })).toEqual([]);
    });

    it('all services to the stores, and none to metadata services or unnamed neighbours', () => {
      for (const port of [5432, 6379]) expect(reaches({ labels: STORE, port })).toEqual(names);
      for (const address of ['169.254.169.254', '10.0.0.1', '192.168.1.1']) {
        for (const port of [80, 443, 5432]) expect(reaches({ address, port })).toEqual([]);
      }
      expect(reaches({ labels: { app: 'neighbour' }, port: 5432 })).toEqual([]);
    });
  });

  it('let MCP reach the API alone, as a pod like the others that holds no secret', () => {
    const manifests = render('overlays/mcp');
    const [mcp] = ofKind<IDeployment>(manifests, 'Deployment');
    const pod = mcp?.spec?.template;
    expect(pod?.spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    expect(pod?.spec?.containers[0]).toMatchObject({
      env: [
        { name: 'ASSAY_URL', value: 'http://api' },
        { name: 'ASSAY_STOP_DELAY_SECONDS', value: '5' },
        ...['ASSAY_OIDC_ISSUER', 'ASSAY_MCP_URL'].map((name) => ({
          name,
          valueFrom: { configMapKeyRef: { name: 'assay-mcp', key: name, optional: true } },
        })),
        ...['OTEL_EXPORTER_OTLP_ENDPOINT'].map((name) => ({
          name,
          valueFrom: { configMapKeyRef: { name: 'assay', key: name, optional: true } },
        })),
      ],
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      readinessProbe: { httpGet: { path: '/health/ready' } },
    });
    const policies = [
      ...ofKind<INetworkPolicy>(base, 'NetworkPolicy'),
      ...ofKind<INetworkPolicy>(manifests, 'NetworkPolicy'),
    ];
    const reaches = (destination: Parameters<typeof mayReach>[2]) =>
      mayReach(policies, pod?.metadata?.labels ?? {}, destination);
    expect(reaches({ labels: named('api')?.spec?.template.metadata?.labels, port: 3000 })).toBe(true);
    expect(reaches({ labels: { 'assay/store': 'true' }, port: 5432 })).toBe(false);
    expect(reaches({ labels: { 'assay/target-database': 'true' }, port: 5432 })).toBe(false);
    expect(reaches({ address: '203.0.113.9', port: 443 })).toBe(false);
  });

  it('scale the same workers by the same work and processor time, with KEDA and without', () => {
    const scalers = ofKind<{ spec: ScaledSpec }>(render('overlays/keda'), 'ScaledObject');
    const autoscalers = ofKind<IHorizontalPodAutoscaler>(render('overlays/hpa'), 'HorizontalPodAutoscaler');
    const byKeda = scalers.map(({ metadata, spec }) => ({
      name: metadata.name,
      target: spec.scaleTargetRef.name,
      bounds: [spec.minReplicaCount, spec.maxReplicaCount],
      by: spec.triggers.map(({ type, metadata: { query = type, threshold, value } }) => [query, threshold ?? value]),
    }));
    const byItself = autoscalers.map(({ metadata, spec }) => ({
      name: metadata.name,
      target: spec?.scaleTargetRef.name,
      bounds: [spec?.minReplicas, spec?.maxReplicas],
      by: spec?.metrics?.map(({ external, resource }) => [
        external === undefined ? resource?.name : queryOf(external.metric),
        (external ?? resource)?.target.averageValue,
      ]),
    }));
    expect(byKeda).toEqual(byItself);
    expect(byKeda.map(({ target }) => target).sort()).toEqual(names);
    for (const { name, target, bounds, by } of byKeda) {
      expect(target).toBe(name);
      // tolerates one disruption
      expect(bounds[0]).toBeGreaterThanOrEqual(2);
      const work = name === 'coordinator' ? '24' : name === 'prober' ? '6' : '48';
      const byWork = [`max(assay_queue_work{queue="${name}"})`, work];
      expect(by).toEqual([...(name === 'api' ? [] : [byWork]), ['cpu', '700m']]);
    }
    // missing metrics must not scale down
    const fallbacks = scalers
      .filter(({ metadata }) => metadata.name !== 'api')
      .map(({ spec }) => spec.fallback?.behavior);
    expect(new Set(fallbacks)).toEqual(new Set(['currentReplicasIfHigher']));
  });
});

describeWith('kubectl', 'a release', () => {
  it.each([
    ['overlays/keda', 'ScaledObject'],
    ['overlays/hpa', 'HorizontalPodAutoscaler'],
  ])('leaves the number of processes to the autoscalers of %s', (folder, kind) => {
    const manifests = render(folder);
    const scaled = ofKind(manifests, kind).map(({ metadata }) => metadata.name);
    const deployments = ofKind<IDeployment>(manifests, 'Deployment').filter(({ metadata }) =>
      scaled.includes(metadata.name),
    );
    expect(deployments).toHaveLength(scaled.length);
    expect(deployments.filter(({ spec }) => spec?.replicas !== undefined)).toEqual([]);
  });
});

/** An overlay of one's own. */
function renderOwn(parts: { [field: string]: string[] }): Manifest[] {
  const place = mkdtempSync(join(tmpdir(), 'assay-overlay-'));
  const fields = Object.entries(parts).map(([field, folders]) => [
    field,
    folders.map((folder) => relative(place, join(FOLDER, folder))),
  ]);
  try {
    writeFileSync(join(place, 'kustomization.yaml'), JSON.stringify(Object.fromEntries(fields)));
    return render(place);
  } finally {
    rmSync(place, { recursive: true });
  }
}

interface ScaledSpec {
  scaleTargetRef: { name: string };
  minReplicaCount: number;
  maxReplicaCount: number;
  fallback?: { behavior?: string };
  triggers: { type: string; metadata: { query?: string; threshold?: string; value?: string } }[];
}

/** KEDA's query for an external metric. */
function queryOf({ name, selector }: { name: string; selector?: { matchLabels?: Record<string, string> } }): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([label, value]) => `${label}="${value}"`);
  return `max(${name}{${labels.join(',')}})`;
}

/** From pod end to drain. */
function secondsBeforeStop({ spec, metadata }: IDeployment, manifests: Manifest[]): number {
  const [, slept = '0'] = spec?.template.spec?.containers[0]?.lifecycle?.preStop?.exec?.command ?? [];
  const [config] = ofKind<{ data: Record<string, string> }>(manifests, 'ConfigMap');
  const delay = metadata?.name === 'api' ? (config?.data['ASSAY_STOP_DELAY_SECONDS'] ?? '0') : '0';
  return Number(slept) + Number(delay);
}
