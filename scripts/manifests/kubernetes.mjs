/** Kubernetes manifests from services.ts, in plain YAML. */

import { SCRATCH_VARIABLES } from './scratch-variables.mjs';

/** One thread. */
const CPU_PER_PROCESS = '700m';

const MODEL_SECRETS = [
  { secret: 'assay-model', key: 'OPENAI_API_KEY', optional: true },
  // encrypts the key that an admin sets on the page; without it, keys cannot be set there
  { secret: 'assay-model', key: 'ASSAY_MODEL_SECRET_KEY', optional: true },
  { secret: 'assay-model', key: 'ASSAY_MODEL_SECRET_KEYS_ACCEPTED', optional: true },
];
const SECRETS = {
  models: MODEL_SECRETS,
  'model-settings': MODEL_SECRETS,
  targets: [],
  encryption: [
    { secret: 'assay-encryption', key: 'ASSAY_SECRET_KEY' },
    // while the key is being changed
    { secret: 'assay-encryption', key: 'ASSAY_SECRET_KEYS_ACCEPTED', optional: true },
  ],
  'api-keys': [
    { secret: 'assay-api-keys', key: 'ASSAY_API_KEYS' },
    // for Prometheus; else admin keys only
    { secret: 'assay-api-keys', key: 'ASSAY_METRICS_TOKEN', optional: true },
    { secret: 'assay-api-keys', key: 'ASSAY_OIDC_CLIENT_SECRET', optional: true },
  ],
  webhooks: [{ secret: 'assay-webhooks', key: 'ASSAY_WEBHOOK_SECRET', optional: true }],
  scratch: SCRATCH_VARIABLES.map((key) => ({ secret: 'assay-scratch', key, optional: true })),
};
const STORES = [
  { secret: 'assay-stores', key: 'DATABASE_URL' },
  { secret: 'assay-stores', key: 'REDIS_URL' },
];

/** For the Prometheus Operator. */
export function alertRules(text) {
  const rules = text.replace(/^#.*\n/gm, '').replace(/^(?=.)/gm, '  ');
  return `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: assay
spec:
${rules}`;
}

/** Deployment and PodDisruptionBudget of a service. */
export function workload(service) {
  const { name, replicas } = service;
  const selector = labels(name);
  return lines`apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: { ${selector} }
spec:
  ${replicas.fixed === 1 ? [] : [`replicas: ${replicas.fixed}`]}
  selector: { matchLabels: { ${selector} } }
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  template:
    ${pod(service)}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
  labels: { ${selector} }
spec:
  maxUnavailable: 1
  selector: { matchLabels: { ${selector} } }
`;
}

function pod(service) {
  const { name, grants, temporary = '64Mi' } = service;
  const selector = labels(name);
  return lines`metadata:
  labels: { ${selector}${grants.some((grant) => grant.startsWith('model')) ? ", assay/calls-model: 'true'" : ''} }
  annotations: { prometheus.io/scrape: 'true', prometheus.io/port: '3000', prometheus.io/path: /metrics }
spec:
  serviceAccountName: assay
  automountServiceAccountToken: false
  # The variables of service links would be taken for misspelt ones of Assay's.
  enableServiceLinks: false
  ${ending(service).pod}
  securityContext:
    { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector: { matchLabels: { ${selector} } }
  containers:
    - name: service
      ${container(service)}
  volumes: [{ name: tmp, emptyDir: { sizeLimit: ${temporary} } }]`.split('\n');
}

function container(service) {
  const { name, grants, memory, cpu } = service;
  const limits = [...(cpu === undefined ? [] : [`cpu: '${cpu}'`]), `memory: ${memory.limit}`].join(', ');
  return lines`image: assay/${name}
ports: [{ name: http, containerPort: 3000 }]
envFrom: [{ configMapRef: { name: assay } }]
env:
  ${[...STORES, ...grants.flatMap((grant) => SECRETS[grant])].flatMap(variable)}
${ending(service).container}
# It answers only after it has found Postgres migrated, for which it waits two minutes.
startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 5, failureThreshold: 36 }
readinessProbe:
  { httpGet: { path: /health/ready, port: http }, periodSeconds: 5, timeoutSeconds: 4, failureThreshold: 2 }
livenessProbe:
  { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
resources: { requests: { cpu: 100m, memory: ${memory.request} }, limits: { ${limits} } }
securityContext:
  { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
volumeMounts: [{ name: tmp, mountPath: /tmp }]`.split('\n');
}

/** How KEDA scales a service. */
export function scaledObject({ name, replicas, workPerProcess }) {
  const hasQueue = workPerProcess !== undefined;
  const unanswered = [
    'pollingInterval: 5',
    '# While Prometheus cannot be asked: as many as there are.',
    `fallback: { failureThreshold: 3, behavior: currentReplicasIfHigher, replicas: ${replicas.min} }`,
  ];
  const queue = [
    '- type: prometheus',
    '  metadata:',
    '    serverAddress: http://prometheus.monitoring.svc:9090',
    `    query: max(assay_queue_work{queue="${name}"})`,
    `    threshold: '${workPerProcess}'`,
  ];
  const processor = [`- { type: cpu, metricType: AverageValue, metadata: { value: ${CPU_PER_PROCESS} } }`];
  return lines`apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: ${name}
spec:
  scaleTargetRef: { name: ${name} }
  minReplicaCount: ${replicas.min}
  maxReplicaCount: ${replicas.max}
  ${hasQueue ? unanswered : []}
  advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: 300 } } } }
  triggers:
    ${[...(hasQueue ? queue : []), ...processor]}
`;
}

/** The same without KEDA. */
export function autoscaler({ name, replicas, workPerProcess }) {
  const queue = [
    '- type: External',
    '  external:',
    `    metric: { name: assay_queue_work, selector: { matchLabels: { queue: ${name} } } }`,
    `    target: { type: AverageValue, averageValue: '${workPerProcess}' }`,
  ];
  const target = `{ type: AverageValue, averageValue: ${CPU_PER_PROCESS} }`;
  const processor = [`- { type: Resource, resource: { name: cpu, target: ${target} } }`];
  return lines`apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${replicas.min}
  maxReplicas: ${replicas.max}
  behavior: { scaleDown: { stabilizationWindowSeconds: 300 } }
  metrics:
    ${[...(workPerProcess === undefined ? [] : queue), ...processor]}
`;
}

/** Grace period and pre-stop. */
function ending({ takes }) {
  if (takes !== 'requests') {
    const why = '# A service drains for 20 s at most and ends by force after 28.';
    return { pod: [why, 'terminationGracePeriodSeconds: 30'], container: [] };
  }
  return {
    pod: [
      '# 5 s for endpoints to leave, 5 s (ASSAY_STOP_DELAY_SECONDS) for kept connections, 20 s to answer what is under way;',
      '# what has not ended 28 s after the delay ends by force.',
      'terminationGracePeriodSeconds: 45',
    ],
    container: ["lifecycle: { preStop: { exec: { command: [sleep, '5'] } } }"],
  };
}

function labels(name) {
  return `app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: assay`;
}

function variable({ secret, key, optional = false }) {
  const reference = `{ name: ${secret}, key: ${key}${optional ? ', optional: true' : ''} }`;
  return [`- name: ${key}`, `  valueFrom: { secretKeyRef: ${reference} }`];
}

/** YAML template: lists become indented lines. */
function lines(strings, ...values) {
  return strings.reduce((text, next, index) => {
    const value = values[index - 1];
    if (!Array.isArray(value)) return text + value + next;
    const indentation = /\n? *$/.exec(text)[0];
    const before = text.slice(0, text.length - indentation.length);
    return before + value.map((line) => indentation + line).join('') + next;
  });
}
