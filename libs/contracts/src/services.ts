/**
 * Every service of the platform, once. Queues, agents, Kubernetes manifests, autoscalers and docker-compose.yml follow:
 * after a change run `npm run manifests`; `npm run check` fails while a generated file differs.
 */

/** What a service may use beyond Assay's own Postgres and Redis: it gets these secrets and this access, no others. */
type Grant =
  /** The model endpoint and its key. */
  | 'models'
  /** Target databases, through the network. */
  | 'targets'
  /** The key that encrypts the targets' addresses. */
  | 'encryption'
  /** The API keys of callers. */
  | 'api-keys'
  /** Servers that scratch databases are made on: to use them, or to refuse workspaces that lead there. */
  | 'scratch';

interface ServiceDefinition {
  /** Also its folder in apps/, its image, its Deployment, and, unless it takes requests, its queue. */
  name: string;
  /** HTTP requests, runs to advance, or the tasks of its queue. */
  takes: 'requests' | 'runs' | 'tasks';
  /** The product it works for. */
  product: 'question' | 'story' | 'both';
  grants: readonly Grant[];
  /** Kubernetes quantities. */
  memory: { request: string; limit: string };
  /** What its folder for temporary files may hold, as a Kubernetes quantity; absent: 64Mi. */
  temporary?: string;
  /**
   * Processes where nothing scales them, and the bounds of the autoscalers: for ten questions a second, calls of 2.5 s,
   * and some more (docs/benchmarks.md, Scaling).
   */
  replicas: { fixed: number; min: number; max: number };
  /** Work of its queue, waiting and in hand, that one process is for. Who takes requests has no queue. */
  workPerProcess?: number;
}

/** Three quarters of what a process holds at once (`ASSAY_CONCURRENCY`): the rest takes what comes meanwhile. */
const WAITING_FOR_OTHERS = 48;

const SMALL = { request: '256Mi', limit: '768Mi' };
const LARGE = { request: '256Mi', limit: '1Gi' };

/** A service that works on tasks of questions by calling a model. */
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

/** One line per service. */
export const SERVICES = [
  {
    name: 'api',
    takes: 'requests',
    product: 'both',
    grants: ['encryption', 'api-keys'],
    memory: LARGE,
    replicas: { fixed: 2, min: 2, max: 8 },
  },
  {
    name: 'coordinator',
    takes: 'runs',
    product: 'both',
    grants: [],
    memory: LARGE,
    replicas: { fixed: 2, min: 2, max: 8 },
    // six steps of some milliseconds at once: 24 are four rounds, a fraction of a second
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
    // a child process that reads files takes 600 MB by itself; their copies lie in the folder
    memory: { request: '320Mi', limit: '3Gi' },
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
    // a PostgreSQL of its own, and what statements there may spill
    temporary: '1Gi',
    replicas: { fixed: 1, min: 2, max: 6 },
    // two engines or more, 2 s a probe (`probe.seconds`): 6 are some 6 s of work, and who waits 10 s goes without
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

/** Every service that calls a model. */
export const MODEL_CALLERS = modelCallingServices.map(({ name }) => name);
export type ModelCaller = ModelCallingService['name'];

/** The agents of questions; each is a queue, an app and the value of the header `x-assay-agent`. */
export const AGENTS = modelCallingServices
  .filter((service): service is Extract<ModelCallingService, { product: 'question' }> => service.product === 'question')
  .map(({ name }) => name);
export type Agent = Extract<ModelCallingService, { product: 'question' }>['name'];

function callsModels(service: Service): service is ModelCallingService {
  return (service.grants as readonly Grant[]).includes('models');
}
