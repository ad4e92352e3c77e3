import { SERVICES, type ServiceName } from '@assay/contracts';
import { timingAt, type Timing } from '@assay/contracts/timing';
import { migrate } from '@assay/persistence';
import { startEmbeddedPostgres } from '@assay/runtime';
import { freePort, startScriptedModel, startTestPostgres, startTestRedis } from '@assay/testing';
import { Redis } from 'ioredis';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../harness/api-client.js';
import { ScriptedCast } from '../harness/script.js';
import { createTargetDatabase } from '../harness/target-database.js';
import { modelEnvironment } from '../harness/world.js';
import { Gate } from './gate.js';
import { ModelLedger, type FaultWindow } from './model-ledger.js';
import { RecordRows } from './record-rows.js';
import { ServiceProcess } from './service-process.js';
import { Starvation } from './starvation.js';
import { storyReply } from './stories-in-flight.js';

/** Milliseconds of a model call, give or take a fifth. */
const MODEL_LATENCY_MS = 100;
/** Time constants of services under faults, as a share of the real ones: a heartbeat of 250 ms. */
const FAST = 0.25;

export type Backend = 'redis' | 'postgres';

export interface FleetOptions {
  backend: Backend;
  /** Of every service, beside those that lead to what it depends on. */
  variables?: Record<string, string>;
  /** Whether services keep the time constants of operations. */
  realTime?: boolean;
}

/** Every service as a process of its own, and what they depend on, each with a door that can be closed. */
export class Fleet {
  private readonly ports = new Map<ServiceName, number>();
  private readonly processes = new Map<ServiceName, ServiceProcess>();
  /** Started beside the first of their kind. */
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
    private readonly environment: Record<string, string>,
    private readonly closers: (() => Promise<unknown>)[],
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

  /** Starts a service, or starts it again on the port it had, with these variables besides; the caller waits for `ready()` where it matters. */
  async start(service: ServiceName, variables: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = this.ports.get(service) ?? (await freePort());
    this.ports.set(service, port);
    const started = new ServiceProcess(service, port, { ...this.environment, ...variables });
    this.processes.set(service, started);
    return started;
  }

  async startAll(): Promise<void> {
    const started = [];
    for (const { name: service } of SERVICES) started.push(await this.start(service));
    await Promise.all(started.map((process) => process.ready()));
  }

  /** Which services are dead or not ready, and their last words. */
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

  /** Starts whatever a test that failed has left dead, frozen or behind a closed gate. */
  async mend(): Promise<void> {
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

  /**
   * A fault that began at `from` and is over at `to` (`performance.now()`), for these runs; to be noted before anybody
   * does again what was lost by it.
   */
  async fault(
    runs: readonly string[],
    from: number,
    agents: readonly string[] | null,
    to = performance.now(),
  ): Promise<FaultWindow> {
    const unwritten = this.ledger.unwritten(await this.rows.answeredSteps(runs));
    return { from, to, agents, unwritten };
  }

  /** Forgets all jobs, as Redis does without a file; on Postgres nothing is lost. */
  async loseJobs(): Promise<void> {
    if (this.redisUrl === null) return;
    const redis = new Redis(this.redisUrl);
    await redis.flushall();
    redis.disconnect();
  }

  /** One more process of a service. */
  async startBeside(service: ServiceName): Promise<ServiceProcess> {
    const started = new ServiceProcess(service, await freePort(), this.environment);
    this.extra.add(started);
    return started;
  }

  async close(): Promise<void> {
    this.starvation.stop();
    const all = [...this.processes.values(), ...this.extra];
    for (const process of all) process.wake();
    await Promise.all(all.map((process) => process.kill()));
    for (const close of this.closers.reverse()) await close();
  }
}

/** A fleet that serves; null where its queue's backend is not installed. */
export async function startFleet({ backend, variables, realTime = false }: FleetOptions): Promise<Fleet | null> {
  const scale = realTime ? 1 : FAST;
  const redis = backend === 'redis' ? await startTestRedis() : null;
  if (backend === 'redis' && redis === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'assay-faults-'));
  await chmod(folder, 0o755);
  const cast = new ScriptedCast();
  const ledger = new ModelLedger(
    (call) => (call.agent === 'story-evaluator' ? storyReply(call) : cast.handler(call)),
    MODEL_LATENCY_MS,
  );
  const model = await startScriptedModel({ handler: ledger.handler, keepCalls: false });
  const targets = await startTestPostgres();
  const target = await createTargetDatabase(targets);
  // one of its own, that may be crashed
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), database: 'assay' });
  await migrate(postgres.url);
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
  );
  try {
    await fleet.startAll();
  } catch (error) {
    // no other process could end what has started by now
    await fleet.close();
    throw error;
  }
  return fleet;
}
