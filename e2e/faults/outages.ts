import { expect, it } from '@jest/globals';
import type { TaskQueue } from '@assay/contracts';
import { Messaging } from '@assay/messaging';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_LIMIT_MS, type FaultStage } from './fault-stage.js';
import type { Backend, Fleet } from './fleet.js';

/** How long a dependency is away. */
const OUTAGE_MS = 10_000;
/** A crash forgets claims of the last moments, which processes learn with a heartbeat after it: until then they ask on. */
export const FORGOTTEN_MS = 5_000;
/** Time for a service to start and to find no server. */
const STARTED_ALONE_MS = 6_000;
const MODEL_AWAY_MS = 20_000;

/** Redis, Postgres and the model away, crashed or empty; jobs that come more than once. */
export function describeOutages(backend: Backend, stage: () => FaultStage): void {
  if (backend === 'redis') {
    it(
      'FLUSHALL, three times',
      () =>
        stage().play('FLUSHALL', async () => {
          const redis = new Redis(stage().fleet.redisUrl ?? '');
          for (let times = 0; times < 3; times += 1) {
            await redis.flushall();
            await delay(300);
          }
          redis.disconnect();
          return performance.now();
        }),
      FAULT_LIMIT_MS,
    );

    it(
      'a Redis that is away for 10 s and comes back empty',
      () =>
        stage().play('Redis away for 10 s, back empty', async () => {
          await stage().fleet.gates.redis?.close();
          const redis = new Redis(stage().fleet.redisUrl ?? '');
          await redis.flushall();
          redis.disconnect();
          await delay(OUTAGE_MS);
          await stage().fleet.gates.redis?.open();
          return performance.now();
        }),
      FAULT_LIMIT_MS,
    );
  }

  it(
    'a Postgres that is away for 10 s',
    () =>
      stage().play('Postgres away for 10 s', async () => {
        await stage().fleet.gates.postgres.close();
        await delay(OUTAGE_MS);
        await stage().fleet.gates.postgres.open();
        return performance.now();
      }),
    FAULT_LIMIT_MS,
  );

  it(
    'a Postgres that crashes and recovers',
    () =>
      stage().play('crash of Postgres', async (flight) => {
        const from = performance.now();
        const [backendProcess] = await stage().fleet.rows.query<{ pid: number }>('select pg_backend_pid() as pid');
        process.kill(backendProcess?.pid ?? 0, 'SIGKILL');
        await stage().fleet.rows.patiently('select 1');
        await flight.met(from, null, performance.now() + FORGOTTEN_MS);
        return performance.now();
      }),
    FAULT_LIMIT_MS,
  );

  it(
    'services that start while Postgres and the queues are away',
    () =>
      stage().play('coordinator and evaluator started while everything is away', async (flight) => {
        const from = performance.now();
        const services = ['coordinator', 'evaluator'] as const;
        for (const service of services) await stage().fleet.process(service).kill();
        await flight.met(from, ['evaluator']);
        await stage().fleet.gates.postgres.close();
        await stage().fleet.gates.redis?.close();
        for (const service of services) await stage().fleet.start(service);
        await delay(STARTED_ALONE_MS);
        expect(services.map((service) => stage().fleet.process(service).running)).toEqual([true, true]);
        await stage().fleet.gates.postgres.open();
        await stage().fleet.gates.redis?.open();
        return performance.now();
      }),
    FAULT_LIMIT_MS,
  );

  it(
    'jobs that are published twice, and deliveries that are stale',
    () =>
      stage().play('every job published twice', async (flight) => {
        const messaging = await openMessaging(stage().fleet);
        while ((await stage().fleet.rows.finished(flight.ids)).size < flight.asked.length) {
          await repeatJobs(stage().fleet, messaging, flight.ids);
          await delay(100);
        }
        await messaging.close();
        return performance.now();
      }),
    FAULT_LIMIT_MS,
  );

  it(
    'a model that is away for 20 s',
    () =>
      stage().play('the model away for 20 s', async () => {
        stage().fleet.ledger.away = true;
        await delay(MODEL_AWAY_MS);
        stage().fleet.ledger.away = false;
        return performance.now();
      }),
    FAULT_LIMIT_MS,
  );
}

function openMessaging(fleet: Fleet): Promise<Messaging> {
  const transport =
    fleet.redisUrl === null
      ? { kind: 'postgres' as const, url: fleet.rows.url }
      : { kind: 'redis' as const, url: fleet.redisUrl };
  return Messaging.open({ transport, onError: () => undefined });
}

/** Publishes the jobs of all open tasks once more, as they are, and as they were a delivery ago. */
async function repeatJobs(fleet: Fleet, messaging: Messaging, runs: readonly string[]): Promise<void> {
  const open = await fleet.rows.query<{ id: string; queue: TaskQueue; delivery: number }>(
    'select id, queue, delivery from assay.tasks where run_id = any ($1) and finished_at is null',
    [runs],
  );
  for (const { id, queue, delivery } of open) {
    await messaging.publish(queue, [
      { payload: { task: id, delivery } },
      { payload: { task: id, delivery: delivery - 1 } },
    ]);
  }
  await messaging.publish(
    'coordinator',
    runs.map((run) => ({ payload: { run } })),
  );
}
