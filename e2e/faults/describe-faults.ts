import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Messaging } from '@assay/messaging';
import { describeWith } from '@assay/testing';
import { SERVICES, type TaskQueue } from '@assay/contracts';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { startFleet, type Backend, type Fleet } from './fleet.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES } from './scenes.js';
import { agentsOf, isAgent, QUESTION_SERVICES } from './service-process.js';
import { StoriesInFlight } from './stories-in-flight.js';

const LIMIT_MS = 150_000;

/** How long a dependency is away. */
const OUTAGE_MS = 10_000;
/** Past the heartbeat (5 s), with time to have the work done elsewhere. */
const FROZEN_MS = 8_000;
/** Time for a service to start and to find nobody. */
const STARTED_ALONE_MS = 6_000;
const MODEL_AWAY_MS = 20_000;

/** See that module. */
const NEXT_RELEASE = { NODE_OPTIONS: `--import ${new URL('next-release.ts', import.meta.url).href}` };

interface Timing {
  fault: string;
  /** From the end of the fault (or the kill) to the last answer, milliseconds. */
  recoveredMs: number;
}

/** Faults that no question in flight may notice, on one backend of the queues. */
export function describeFaults(backend: Backend): void {
  const title = `questions in flight, services apart, queues on ${backend}`;
  const suite = (): void => {
    let fleet: Fleet;
    let workspace: string;
    const timings: Timing[] = [];

    beforeAll(async () => {
      const started = await startFleet(backend);
      if (started === null) throw new Error(`${backend} is not installed`);
      fleet = started;
      const database = { dialect: 'postgres', url: fleet.targetUrl };
      ({ id: workspace } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', {
        name: `faults-${backend}`,
        database,
      }));
    }, LIMIT_MS);

    afterEach(() => fleet?.mend(), LIMIT_MS);

    afterAll(async () => {
      const lines = timings.map(
        ({ fault, recoveredMs }) => `  ${(recoveredMs / 1000).toFixed(1).padStart(5)} s  ${fault}`,
      );
      process.stderr.write(
        `Queues on ${backend}: from the fault's end to the last of the answers\n${lines.join('\n')}\n`,
      );
      await fleet?.close();
    }, LIMIT_MS);

    /** Plays a fault while questions are in flight; the fault answers when it was over. */
    async function play(
      fault: string,
      strike: (flight: QuestionsInFlight) => Promise<number>,
      from: 'asked' | 'model' = 'model',
    ): Promise<void> {
      const working = from === 'model' ? fleet.ledger.next(({ agent }) => agent === 'generator') : null;
      const flight = await QuestionsInFlight.ask(fleet, workspace);
      await working;
      const overAt = await strike(flight);
      const endedAt = await flight.ended();
      told(fault, endedAt - overAt);
      await flight.check();
    }

    function told(fault: string, recoveredMs: number): void {
      timings.push({ fault, recoveredMs });
      process.stderr.write(`${(recoveredMs / 1000).toFixed(1)} s  ${fault}\n`);
    }

    it(
      'end as scripted where nothing goes wrong',
      () => play('no fault', async ({ askedAt }) => askedAt, 'asked'),
      LIMIT_MS,
    );

    describe('kill -9 and a new process of', () => {
      it.each(QUESTION_SERVICES)(
        '%s',
        async (service) => {
          await play(
            `kill -9 of ${service}`,
            async (flight) => {
              if (isAgent(service)) await fleet.ledger.next(({ agent }) => agent === service);
              const killedAt = performance.now();
              await fleet.process(service).kill();
              flight.faults.push({ from: killedAt, to: performance.now(), agents: agentsOf(service) });
              await fleet.start(service);
              return killedAt;
            },
            'asked',
          );
          await fleet.process(service).ready();
        },
        LIMIT_MS,
      );

      it(
        'story-evaluator, while stories are read',
        async () => {
          // a task that asks once more has an answer to read back
          const reading = fleet.ledger.next(
            ({ agent, task }) =>
              agent === 'story-evaluator' && fleet.ledger.calls.some((call) => call.task === task && call.isHeard),
          );
          const stories = await StoriesInFlight.ask(fleet);
          await reading;
          const from = performance.now();
          await fleet.process('story-evaluator').kill();
          const fault = { from, to: performance.now(), agents: ['story-evaluator'] };
          await fleet.start('story-evaluator');
          told('kill -9 of story-evaluator', (await stories.ended()) - from);
          await stories.check([fault]);
          await fleet.process('story-evaluator').ready();
        },
        LIMIT_MS,
      );
    });

    it(
      'a rolling restart of every service by SIGTERM',
      async () => {
        const later: QuestionsInFlight[] = [];
        let stories: StoriesInFlight | undefined;
        await play('SIGTERM, one service after the other', async () => {
          stories = await StoriesInFlight.ask(fleet);
          for (const { name: service } of SERVICES) {
            // the first ones may have ended by now
            later.push(await QuestionsInFlight.ask(fleet, workspace, SCENES.slice(1, 3)));
            const old = fleet.process(service);
            expect([service, await old.stop(), old.output]).toEqual([service, 0, expect.anything()]);
            await (await fleet.start(service)).ready();
          }
          const over = performance.now();
          for (const flight of later) await flight.ended();
          return over;
        });
        for (const flight of later) await flight.check();
        await stories?.ended();
        await stories?.check();
      },
      LIMIT_MS,
    );

    it(
      'workers of this release beside a coordinator of the next, which has migrated the record and tells tasks more',
      async () => {
        const asked: string[] = [];
        await play('a coordinator of the next release', async (flight) => {
          await fleet.rows.expand();
          await fleet.process('coordinator').stop();
          await (await fleet.start('coordinator', NEXT_RELEASE)).ready();
          asked.push(...flight.ids);
          return performance.now();
        });
        expect(await fleet.rows.doneForNextRelease(asked)).toEqual(
          expect.arrayContaining(['evaluator', 'sql-selector']),
        );
        // and back again, as a release is that is not kept: the record stays expanded
        await play('a coordinator of the release before', async () => {
          await fleet.process('coordinator').stop();
          await (await fleet.start('coordinator')).ready();
          return performance.now();
        });
      },
      LIMIT_MS,
    );

    if (backend === 'redis') {
      it(
        'FLUSHALL, three times',
        () =>
          play('FLUSHALL', async () => {
            const redis = new Redis(fleet.redisUrl ?? '');
            for (let times = 0; times < 3; times += 1) {
              await redis.flushall();
              await delay(300);
            }
            redis.disconnect();
            return performance.now();
          }),
        LIMIT_MS,
      );

      it(
        'a Redis that is away for 10 s and comes back empty',
        () =>
          play('Redis away for 10 s, back empty', async () => {
            await fleet.gates.redis?.close();
            const redis = new Redis(fleet.redisUrl ?? '');
            await redis.flushall();
            redis.disconnect();
            await delay(OUTAGE_MS);
            await fleet.gates.redis?.open();
            return performance.now();
          }),
        LIMIT_MS,
      );
    }

    it(
      'a Postgres that is away for 10 s',
      () =>
        play('Postgres away for 10 s', async () => {
          await fleet.gates.postgres.close();
          await delay(OUTAGE_MS);
          await fleet.gates.postgres.open();
          return performance.now();
        }),
      LIMIT_MS,
    );

    it(
      'a Postgres that crashes and recovers',
      () =>
        play('crash of Postgres', async (flight) => {
          const from = performance.now();
          const [backendProcess] = await fleet.rows.query<{ pid: number }>('select pg_backend_pid() as pid');
          process.kill(backendProcess?.pid ?? 0, 'SIGKILL');
          await fleet.rows.patiently('select 1');
          // what was claimed in the last moments is forgotten, so calls under way are lost
          flight.faults.push({ from, to: performance.now() + 1000, agents: null });
          return performance.now();
        }),
      LIMIT_MS,
    );

    it(
      'services that start while Postgres and the queues are away',
      () =>
        play('coordinator and evaluator started while everything is away', async (flight) => {
          const from = performance.now();
          const services = ['coordinator', 'evaluator'] as const;
          for (const service of services) await fleet.process(service).kill();
          flight.faults.push({ from, to: performance.now(), agents: ['evaluator'] });
          await fleet.gates.postgres.close();
          await fleet.gates.redis?.close();
          for (const service of services) await fleet.start(service);
          await delay(STARTED_ALONE_MS);
          expect(services.map((service) => fleet.process(service).running)).toEqual([true, true]);
          await fleet.gates.postgres.open();
          await fleet.gates.redis?.open();
          return performance.now();
        }),
      LIMIT_MS,
    );

    it(
      'a worker that freezes past its heartbeat, wakes, and hands in late',
      async () => {
        const second = await fleet.startBeside('evaluator');
        await second.ready();
        await play(
          'evaluator frozen for 8 s',
          async (flight) => {
            await fleet.ledger.next(({ agent }) => agent === 'evaluator');
            const from = performance.now();
            for (const evaluator of [fleet.process('evaluator')]) evaluator.freeze();
            await delay(FROZEN_MS);
            fleet.process('evaluator').wake();
            flight.faults.push({ from, to: performance.now(), agents: ['evaluator'] });
            return from;
          },
          'asked',
        );
        expect(await second.stop()).toBe(0);
      },
      LIMIT_MS,
    );

    it(
      'two coordinators, of which one freezes and one is killed',
      async () => {
        const second = await fleet.startBeside('coordinator');
        await second.ready();
        await play('two coordinators', async () => performance.now());
        await play('one of two coordinators frozen', async () => {
          const from = performance.now();
          second.freeze();
          setTimeout(() => second.wake(), FROZEN_MS);
          return from;
        });
        await play('one of two coordinators killed', async () => {
          const from = performance.now();
          await second.kill();
          return from;
        });
      },
      LIMIT_MS,
    );

    it(
      'jobs that are published twice, and deliveries that are stale',
      () =>
        play('every job published twice', async (flight) => {
          const messaging = await openMessaging(fleet);
          while ((await fleet.rows.finished(flight.ids)).size < flight.asked.length) {
            await repeatJobs(fleet, messaging, flight.ids);
            await delay(100);
          }
          await messaging.close();
          return performance.now();
        }),
      LIMIT_MS,
    );

    it(
      'a model that is away for 20 s',
      () =>
        play('the model away for 20 s', async () => {
          fleet.ledger.away = true;
          await delay(MODEL_AWAY_MS);
          fleet.ledger.away = false;
          return performance.now();
        }),
      LIMIT_MS,
    );
  };
  if (backend === 'redis') describeWith('redis-server', title, suite);
  else describe(title, suite);
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
