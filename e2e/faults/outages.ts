import { expect, it } from '@jest/globals';
import type { TaskQueue } from '@assay/contracts';
import { Messaging } from '@assay/work/messaging';
import { eventually } from '@assay/testing';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.js';
import type { Fleet } from './fleet.js';
import { LOOK_MS } from './questions-in-flight.js';

/** Claims lost in a crash are noticed at the next heartbeat. */
export const FORGOTTEN_MS = 5_000;
/** Share of the give-up time: longest lossless outage. */
const MODEL_OUTAGE = 2 / 3;
/** Log of a service that waits for Postgres. */
const WAITS = "waiting for Assay's own Postgres";

/** Redis empty or unreachable. */
export function describeQueueOutages(stage: () => FaultStage): void {
  it('FLUSHALL, three times', () =>
    stage().play('FLUSHALL', async () => {
      const redis = new Redis(stage().fleet.redisUrl ?? '');
      for (let times = 0; times < 3; times += 1) {
        await eventually(async () => (await redis.dbsize()) > 0);
        await redis.flushall();
      }
      redis.disconnect();
      return performance.now();
    }));

  it('a Redis that is unreachable and comes back empty', () =>
    stage().play('Redis unreachable, back empty', async () => {
      await stage().fleet.gates.redis?.close();
      await stage().fleet.loseJobs();
      await delay(stage().outageMs);
      await stage().fleet.gates.redis?.open();
      return performance.now();
    }));
}

export function describePostgresOutage(stage: () => FaultStage): void {
  it('a Postgres that is unreachable', () =>
    stage().play('Postgres unreachable', async () => {
      await stage().fleet.gates.postgres.close();
      await delay(stage().outageMs);
      await stage().fleet.gates.postgres.open();
      return performance.now();
    }));
}

/** Its connections stay, so that all heartbeats are late and no process may judge. */
export function describePostgresHang(stage: () => FaultStage): void {
  it('a Postgres that hangs', () =>
    stage().play('Postgres hangs', async () => {
      stage().fleet.gates.postgres.freeze();
      await delay(stage().outageMs);
      await stage().fleet.gates.postgres.open();
      return performance.now();
    }));
}

/** Postgres and model unreachable or crashed; repeated jobs. */
export function describeOutages(stage: () => FaultStage): void {
  describePostgresOutage(stage);
  describePostgresHang(stage);

  it('a Postgres that crashes and recovers', () =>
    stage().play('crash of Postgres', async (flight) => {
      const { fleet } = stage();
      const from = performance.now();
      const [backend] = await fleet.rows.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(backend?.pid ?? 0, 'SIGKILL');
      await fleet.rows.queryWithRetries('select 1');
      await flight.met(from, null, performance.now() + FORGOTTEN_MS);
      return performance.now();
    }));

  it('services that start while Postgres and the queues are unreachable', () =>
    stage().play('coordinator and evaluator started while everything is unreachable', async (flight) => {
      const { fleet } = stage();
      const from = performance.now();
      const services = ['coordinator', 'evaluator'] as const;
      for (const service of services) await fleet.process(service).kill();
      await flight.met(from, ['evaluator']);
      await fleet.gates.postgres.close();
      await fleet.gates.redis?.close();
      const started = await Promise.all(services.map((service) => fleet.start(service)));
      await eventually(() => started.every(({ output }) => output.includes(WAITS)));
      expect(started.map(({ running }) => running)).toEqual([true, true]);
      await fleet.gates.postgres.open();
      await fleet.gates.redis?.open();
      return performance.now();
    }));

  it('jobs that are published twice, and deliveries that are stale', () =>
    stage().play('every job published twice', async (flight) => {
      const { fleet } = stage();
      const messaging = await openMessaging(fleet);
      while ((await fleet.rows.finished(flight.ids)).size < flight.asked.length) {
        await repeatJobs(fleet, messaging, flight.ids);
        await delay(LOOK_MS);
      }
      await messaging.close();
      return performance.now();
    }));

  it('a model that is unreachable', () =>
    stage().play('the model unreachable', async () => {
      const { ledger, timing } = stage().fleet;
      ledger.away = true;
      await delay(MODEL_OUTAGE * timing.circuitGiveUp);
      ledger.away = false;
      return performance.now();
    }));
}

function openMessaging(fleet: Fleet): Promise<Messaging> {
  const transport =
    fleet.redisUrl === null
      ? { kind: 'postgres' as const, url: fleet.rows.url }
      : { kind: 'redis' as const, url: fleet.redisUrl };
  return Messaging.open({ transport, onError: () => undefined });
}

/** Republishes current and previous deliveries of all open tasks. */
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
