import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { describeWith, startTestRedis, type TestRedis } from '@assay/testing';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_LIMIT_MS, FaultStage } from './fault-stage.js';
import { Gate } from './gate.js';

/** As long as it may take all that know a server to notice that it is away. */
const NOTICED_MS = 2000;

describeWith(
  'redis-server',
  'questions in flight, services apart, queues over three Redis servers, in real time',
  () => {
    jest.setTimeout(FAULT_LIMIT_MS);
    let servers: TestRedis[] = [];
    let gates: Gate[] = [];
    let stage: FaultStage;

    beforeAll(async () => {
      servers = (await Promise.all([1, 2, 3].map(() => startTestRedis()))).flatMap((server) => server ?? []);
      const before = await Promise.all(servers.map(({ url }) => Gate.before(url)));
      gates = before.map(({ gate }) => gate);
      stage = await FaultStage.open({
        backend: 'redis',
        variables: { REDIS_URL: before.map(({ url }) => url).join(',') },
        realTime: true,
      });
    });
    afterEach(async () => {
      for (const gate of gates) await gate.open();
      await stage?.fleet.mend();
    });
    afterAll(async () => {
      await stage?.close();
      for (const gate of gates) await gate.close();
      await Promise.all(servers.map((server) => server.stop()));
    });

    it('end as scripted, with jobs on all three', async () => {
      await stage.play('no fault', async ({ askedAt }) => askedAt, 'asked');
      for (const { url } of servers) {
        const redis = new Redis(url);
        const known = await redis.exists('bull:generator:meta', 'bull:evaluator:meta');
        redis.disconnect();
        expect(known).toBe(2);
      }
    });

    it('one of three away', () =>
      stage.play('one Redis of three away', async () => {
        await gates[1]?.close();
        await delay(stage.outageMs);
        await gates[1]?.open();
        return performance.now();
      }));

    it('each of three away in turn, and back empty', () =>
      stage.play('each Redis of three away in turn, back empty', async () => {
        for (const [at, gate] of gates.entries()) {
          await gate.close();
          const redis = new Redis(servers[at]?.url ?? '');
          await redis.flushall();
          redis.disconnect();
          await delay(NOTICED_MS);
          await gate.open();
        }
        return performance.now();
      }));

    it('one of three killed for good, and then a process of each service stopped and started without it', async () => {
      await stage.play('one Redis of three killed for good', async () => {
        await servers[1]?.stop();
        return performance.now();
      });
      await stage.play('services restarted with one Redis of three dead', async (flight) => {
        const { fleet } = stage;
        const from = performance.now();
        for (const service of ['coordinator', 'generator', 'evaluator', 'api'] as const) {
          expect(await fleet.process(service).stop()).toBe(0);
          await (await fleet.start(service)).ready();
        }
        await flight.met(from, ['generator', 'evaluator']);
        return performance.now();
      });
    });
  },
);
