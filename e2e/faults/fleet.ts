import { SERVICES, type ServiceName } from '@assay/contracts';
import { timingAt, type Timing } from '@assay/contracts/timing';
import { migrate } from '@assay/persistence';
import { startEmbeddedPostgres } from '@assay/runtime/embedded-postgres';
import { freePort, startScriptedModel, startTestPostgres, startTestRedis } from '@assay/testing';
import { Redis } from 'ioredis';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../harness/api-client.js';
import { PROJECT } from '../harness/program-of.js';
import { ScriptedCast } from '../harness/script.js';
import { createTargetDatabase } from '../harness/target-database.js';
import { modelEnvironment } from '../harness/world.js';
import { Gate } from './gate.js';
import { ModelLedger, type FaultWindow } from './model-ledger.js';
import { RecordRows } from './record-rows.js';
import { ServiceProcess } from './service-process.js';
import { Starvation } from './starvation.js';
import { storyReply } from './stories-in-flight.js';

/** Ms, ± a fifth. */
const MODEL_LATENCY_MS = 100;
/** Time scale: a heartbeat of 250 ms. */
const FAST = 0.25;
const CLI = join('apps', 'cli', 'bin', 'assay.mjs');

export type Backend = 'redis' | 'postgres';

export interface FleetOptions {
  backend: Backend;
  /** For every service. */
  variables?: Record<string, string>;
  /** Production time constants. */
  realTime?: boolean;
  /** The tree whose build runs first; default: this one. */
  project?: string;
  /** Of the record; default: a throwaway server. */
  server?: { url: string; stop(): Promise<unknown> };
}

/** All services as processes; dependencies behind gates. */
export class Fleet {
  private readonly ports = new Map<ServiceName, number>();
  private readonly processes = new Map<ServiceName, ServiceProcess>();
  /** Additional instances. */
  private readonly extra = new Set<ServiceProcess>();
  readonly starvation: Starvation;

  constructor(
    readonly backend: Backend,
    /** The time constants of its services. */
    readonly timing: Timing,
    readonly cast: ScriptedCast,
    readonly ledger: ModelLedger,
    readonly rows: RecordRows,
    readonly gates: { postgres: Gate; redis: Gate | null },
    /** The Redis itself, past its gate. */
    readonly redisUrl: string | null,
    readonly targetUrl: string,
    /** A folder in which workspaces may open files. */
    readonly files: string,
    private readonly environment: Record<string, string>,
    private readonly closers: (() => Promise<unknown>)[],
    /** The tree that services start from. */
    public project = PROJECT,
  ) {
    this.starvation = new Starvation(() => [...this.processes.values(), ...this.extra], timing.unseen);
  }

  get api(): Api {
    return new Api(this.process('api').url);
  }

  process(service: ServiceName): ServiceProcess {
    const found = this.processes.get(service);
    if (!found) throw new Error(`${service} is not running`);
    return found;
  }

  /** Starts or restarts on the same port; await `ready()` if needed. */
  async start(service: ServiceName, variables: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = this.ports.get(service) ?? (await freePort());
    this.ports.set(service, port);
    const started = new ServiceProcess(service, port, { ...this.environment, ...variables }, this.project);
    this.processes.set(service, started);
    return started;
  }

  async startAll(): Promise<void> {
    const started = [];
    for (const { name: service } of SERVICES) started.push(await this.start(service));
    await Promise.all(started.map((process) => process.ready()));
  }

  /** Dead or unready services with their last output. */
  async casualties(): Promise<string> {
    const seen = await Promise.all(
      [...this.processes.values()].map(async (process) => {
        const health = await fetch(`${process.url}/health/ready`).catch(() => null);
        if (process.running && health?.ok) return [];
        const state = process.running ? `not ready: ${(await health?.text()) ?? 'no answer'}` : 'dead';
        return [`${process.service} is ${state}\n${process.output.slice(-3000)}`];
      }),
    );
    return seen.flat().join('\n');
  }

  /** Restores everything after a failed test. */
  async repair(): Promise<void> {
    await this.gates.postgres.open();
    await this.gates.redis?.open();
    this.ledger.away = false;
    for (const { name: service } of SERVICES) {
      this.process(service).wake();
      if (!this.process(service).running) await this.start(service);
    }
    for (const process of this.extra) {
      process.wake();
      await process.stop();
    }
    this.extra.clear();
    await Promise.all(SERVICES.map(({ name }) => this.process(name).ready()));
  }

  /** Records a fault (`performance.now()`) before its work is repeated. */
  async fault(
    runs: readonly string[],
    from: number,
    agents: readonly string[] | null,
    to = performance.now(),
  ): Promise<FaultWindow> {
    const unwritten = this.ledger.unwritten(await this.rows.answeredSteps(runs));
    return { from, to, agents, unwritten };
  }

  /** Like Redis without a file; no effect on Postgres. */
  async loseJobs(): Promise<void> {
    if (this.redisUrl === null) return;
    const redis = new Redis(this.redisUrl);
    await redis.flushall();
    redis.disconnect();
  }

  /** One more process of a service. */
  async startBeside(service: ServiceName): Promise<ServiceProcess> {
    const started = new ServiceProcess(service, await freePort(), this.environment, this.project);
    this.extra.add(started);
    return started;
  }

  /** Once a new process of the service is ready, calls go to it. @returns the old one, which still runs */
  async replace(service: ServiceName): Promise<ServiceProcess> {
    const before = this.process(service);
    const next = await this.startBeside(service);
    await next.ready();
    this.extra.delete(next);
    this.extra.add(before);
    this.ports.set(service, Number(new URL(next.url).port));
    this.processes.set(service, next);
    return before;
  }

  async close(): Promise<void> {
    this.starvation.stop();
    const all = [...this.processes.values(), ...this.extra];
    for (const process of all) process.wake();
    await Promise.all(all.map((process) => process.kill()));
    for (const close of this.closers.reverse()) await close();
  }
}

/** Null if the backend is not installed. */
export async function startFleet(options: FleetOptions): Promise<Fleet | null> {
  const { backend, variables, realTime = false, project } = options;
  const scale = realTime ? 1 : FAST;
  const redis = backend === 'redis' ? await startTestRedis() : null;
  if (backend === 'redis' && redis === null) return null;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-faults-')));
  await chmod(folder, 0o755);
  const files = join(folder, 'files');
  const cast = new ScriptedCast();
  const ledger = new ModelLedger(
    (call) => (call.agent === 'story-evaluator' ? storyReply(call) : cast.handler(call)),
    MODEL_LATENCY_MS,
  );
  const model = await startScriptedModel({ handler: ledger.handler, keepCalls: false });
  const targets = await startTestPostgres();
  const target = await createTargetDatabase(targets);
  // may be crashed
  const postgres =
    options.server ?? (await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), database: 'assay' }));
  if (project === undefined) await migrate(postgres.url);
  else execFileSync(process.execPath, [join(project, CLI), 'migrate'], { env: { DATABASE_URL: postgres.url } });
  const record = await Gate.before(postgres.url);
  const queue = redis && (await Gate.before(redis.url));
  const environment = {
    ...modelEnvironment(model),
    DATABASE_URL: record.url,
    ...(queue === null ? {} : { REDIS_URL: queue.url.replace(/\/$/, '') }),
    ASSAY_SECRET_KEY: 'a secret key for tests alone',
    ASSAY_TARGET_HOSTS: '127.0.0.1',
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_TIME_SCALE: String(scale),
    ASSAY_FILE_DIRS: files,
    ASSAY_SQLITE_DIRS: files,
    ...variables,
  };
  const rows = new RecordRows(postgres.url);
  const fleet = new Fleet(
    backend,
    timingAt(scale),
    cast,
    ledger,
    rows,
    { postgres: record.gate, redis: queue?.gate ?? null },
    redis?.url ?? null,
    target.readerUrl,
    files,
    environment,
    [
      () => rm(folder, { recursive: true, force: true }),
      () => targets.stop(),
      () => postgres.stop(),
      async () => redis?.stop(),
      () => model.close(),
      async () => queue?.gate.close(),
      () => record.gate.close(),
      () => rows.close(),
    ],
    project,
  );
  try {
    await fleet.startAll();
  } catch (error) {
    // nothing else would end it
    await fleet.close();
    throw error;
  }
  return fleet;
}
