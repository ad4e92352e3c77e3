/** Manifests, autoscalers and docker-compose.yml are generated from this by `npm run manifests`. */

/** Secrets and access of a service beyond the record and Redis. */
type Grant =
  /** Model endpoint and key. */
  | 'models'
  /** The same, to set and to try them. */
  | 'model-settings'
  /** Target databases, by network. */
  | 'targets'
  | 'encryption'
  | 'api-keys'
  /** Signs webhooks, and calls their receivers. */
  | 'webhooks'
  /** Servers of scratch databases, to use them or to refuse workspaces there. */
  | 'scratch';

interface ServiceDefinition {
  /** Also its folder in apps/, image, Deployment and, unless it takes requests, queue. */
  name: string;
  takes: 'requests' | 'runs' | 'tasks';
  product: 'question' | 'story' | 'both';
  grants: readonly Grant[];
  memory: { request: string; limit: string };
  /** Most CPUs, as a Kubernetes quantity, where child processes use more than one thread. */
  cpu?: string;
  /** Size of its temporary folder, as a Kubernetes quantity; absent: 64Mi. */
  temporary?: string;
  /**
   * Fixed replicas and autoscaler bounds, for ten questions a second and calls of 2.5 s (docs/benchmarks.md, Capacity).
   */
  replicas: { fixed: number; min: number; max: number };
  /** Autoscaler's target of waiting and running work; absent without a queue. */
  workPerProcess?: number;
}

/**
 * Work per process of services that mostly wait for a model or a database: three quarters of the default
 * `ASSAY_CONCURRENCY` (64), for bursts.
 */
const WAITING_FOR_OTHERS = 48;

const SMALL = { request: '256Mi', limit: '768Mi' };
const LARGE = { request: '256Mi', limit: '1Gi' };

/** A service that calls a model for tasks of questions. */
function agent<const Name extends string>(name: Name, max: number) {
  return {
    name,
    takes: 'tasks',
    product: 'question',
    grants: ['models'],
    memory: SMALL,
    replicas: { fixed: 1, min: 2, max },
    workPerProcess: WAITING_FOR_OTHERS,
  } as const;
}

export const SERVICES = [
  {
    name: 'api',
    takes: 'requests',
    product: 'both',
    grants: ['encryption', 'api-keys', 'model-settings'],
    memory: LARGE,
    replicas: { fixed: 2, min: 2, max: 8 },
  },
  {
    name: 'coordinator',
    takes: 'runs',
    product: 'both',
    grants: ['webhooks'],
    memory: LARGE,
    replicas: { fixed: 2, min: 2, max: 8 },
    // six concurrent steps of milliseconds: 24 take a fraction of a second
    workPerProcess: 24,
  },
  agent('generator', 8),
  agent('test-generator', 8),
  agent('test-reducer', 4),
  agent('evaluator', 8),
  agent('supervisor', 6),
  agent('sql-selector', 6),
  {
    name: 'db-sampler',
    takes: 'tasks',
    product: 'both',
    grants: ['targets', 'encryption', 'scratch'],
    // the file reader's child process takes 600 MB, 1.8 GB at most; file copies are in its folder
    memory: { request: '320Mi', limit: '3Gi' },
    // two threads for each statement over files
    cpu: '4',
    temporary: '4Gi',
    replicas: { fixed: 1, min: 2, max: 6 },
    workPerProcess: WAITING_FOR_OTHERS,
  },
  {
    name: 'prober',
    takes: 'tasks',
    product: 'question',
    grants: ['scratch'],
    memory: { request: '512Mi', limit: '2Gi' },
    // its own PostgreSQL and spilled statements
    temporary: '1Gi',
    replicas: { fixed: 1, min: 2, max: 6 },
    // two engines or more, 2 s a probe (`probe.seconds`): 6 take about 6 s, and waits end at 10 s
    workPerProcess: 6,
  },
  { ...agent('story-evaluator', 6), product: 'story' },
] as const satisfies readonly ServiceDefinition[];

export type Service = (typeof SERVICES)[number];
export type ServiceName = Service['name'];

type TaskService = Extract<Service, { takes: 'tasks' }>;
type ModelCallingService = Extract<Service, { grants: readonly ['models'] }>;

/** Queue name = job name = app name. One queue per service that works on tasks. */
export const TASK_QUEUES = SERVICES.filter((service): service is TaskService => service.takes === 'tasks').map(
  ({ name }) => name,
);
export type TaskQueue = TaskService['name'];

const modelCallingServices = SERVICES.filter(callsModels);

export const MODEL_CALLERS = modelCallingServices.map(({ name }) => name);
export type ModelCaller = ModelCallingService['name'];

/** Agents of questions: each is a queue, an app and a value of the header `x-assay-agent`. */
export const AGENTS = modelCallingServices
  .filter((service): service is Extract<ModelCallingService, { product: 'question' }> => service.product === 'question')
  .map(({ name }) => name);
export type Agent = Extract<ModelCallingService, { product: 'question' }>['name'];

function callsModels(service: Service): service is ModelCallingService {
  return (service.grants as readonly Grant[]).includes('models');
}
