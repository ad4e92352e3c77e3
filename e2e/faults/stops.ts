import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@assay/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_LIMIT_MS, type FaultStage } from './fault-stage.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES } from './scenes.js';
import { agentsOf, isAgent, QUESTION_SERVICES } from './service-process.js';
import { StoriesInFlight } from './stories-in-flight.js';

/** Past the heartbeat (5 s), with time to have the work done elsewhere. */
const FROZEN_MS = 8_000;

/** See that module. */
const NEXT_RELEASE = { NODE_OPTIONS: `--import ${new URL('next-release.ts', import.meta.url).href}` };

/** Services that are killed, restarted, replaced by another release, or frozen. */
export function describeStops(stage: () => FaultStage): void {
  describe('kill -9 and a new process of', () => {
    it.each(QUESTION_SERVICES)(
      '%s',
      async (service) => {
        // waited for from before anything is asked: a machine may be done with its calls by the time that all are
        const working = isAgent(service) ? stage().fleet.ledger.next(({ agent }) => agent === service) : null;
        await stage().play(
          `kill -9 of ${service}`,
          async (flight) => {
            await working;
            const killedAt = performance.now();
            await stage().fleet.process(service).kill();
            await flight.met(killedAt, agentsOf(service));
            await stage().fleet.start(service);
            return killedAt;
          },
          'asked',
        );
        await stage().fleet.process(service).ready();
      },
      FAULT_LIMIT_MS,
    );

    it(
      'story-evaluator, while stories are read',
      async () => {
        // a task that asks once more has an answer to read back
        const reading = stage().fleet.ledger.next(
          ({ agent, task }) =>
            agent === 'story-evaluator' &&
            stage().fleet.ledger.calls.some((call) => call.task === task && call.isHeard),
        );
        const stories = await StoriesInFlight.ask(stage().fleet);
        await reading;
        const from = performance.now();
        await stage().fleet.process('story-evaluator').kill();
        const fault = await stage().fleet.fault(stories.ids, from, ['story-evaluator']);
        await stage().fleet.start('story-evaluator');
        stage().told('kill -9 of story-evaluator', (await stories.ended()) - from);
        await stories.check([fault]);
        await stage().fleet.process('story-evaluator').ready();
      },
      FAULT_LIMIT_MS,
    );
  });

  it(
    'a rolling restart of every service by SIGTERM',
    async () => {
      const later: QuestionsInFlight[] = [];
      let stories: StoriesInFlight | undefined;
      await stage().play('SIGTERM, one service after the other', async () => {
        stories = await StoriesInFlight.ask(stage().fleet);
        for (const { name: service } of SERVICES) {
          // the first ones may have ended by now
          later.push(await QuestionsInFlight.ask(stage().fleet, stage().workspace, SCENES.slice(1, 3)));
          const old = stage().fleet.process(service);
          expect([service, await old.stop(), old.output]).toEqual([service, 0, expect.anything()]);
          await (await stage().fleet.start(service)).ready();
        }
        const over = performance.now();
        for (const flight of later) await flight.ended();
        return over;
      });
      for (const flight of later) await flight.check();
      await stories?.ended();
      await stories?.check();
    },
    FAULT_LIMIT_MS,
  );

  it(
    'workers of this release beside a coordinator of the next, which has migrated the record and tells tasks more',
    async () => {
      let later: QuestionsInFlight | undefined;
      await stage().play('a coordinator of the next release', async () => {
        await stage().fleet.rows.expand();
        await stage().fleet.process('coordinator').stop();
        await (await stage().fleet.start('coordinator', NEXT_RELEASE)).ready();
        const over = performance.now();
        // the first ones may have come to their last tasks by now
        later = await QuestionsInFlight.ask(stage().fleet, stage().workspace);
        return over;
      });
      await later?.ended();
      await later?.check();
      expect(await stage().fleet.rows.doneForNextRelease(later?.ids ?? [])).toEqual(
        expect.arrayContaining(['evaluator', 'sql-selector']),
      );
      // and back again, as a release is that is not kept: the record stays expanded
      await stage().play('a coordinator of the release before', async () => {
        await stage().fleet.process('coordinator').stop();
        await (await stage().fleet.start('coordinator')).ready();
        return performance.now();
      });
    },
    FAULT_LIMIT_MS,
  );

  it(
    'a worker that freezes past its heartbeat, wakes, and hands in late',
    async () => {
      const second = await stage().fleet.startBeside('evaluator');
      await second.ready();
      const working = stage().fleet.ledger.next(({ agent }) => agent === 'evaluator');
      await stage().play(
        'evaluator frozen for 8 s',
        async (flight) => {
          await working;
          const from = performance.now();
          stage().fleet.process('evaluator').freeze();
          const fault = await flight.met(from, ['evaluator'], Number.POSITIVE_INFINITY);
          await delay(FROZEN_MS);
          stage().fleet.process('evaluator').wake();
          fault.to = performance.now();
          return from;
        },
        'asked',
      );
      expect(await second.stop()).toBe(0);
    },
    FAULT_LIMIT_MS,
  );

  it(
    'two coordinators, of which one freezes and one is killed',
    async () => {
      const second = await stage().fleet.startBeside('coordinator');
      await second.ready();
      await stage().play('two coordinators', async () => performance.now());
      await stage().play('one of two coordinators frozen', async () => {
        const from = performance.now();
        second.freeze();
        setTimeout(() => second.wake(), FROZEN_MS);
        return from;
      });
      await stage().play('one of two coordinators killed', async () => {
        const from = performance.now();
        await second.kill();
        return from;
      });
    },
    FAULT_LIMIT_MS,
  );
}
