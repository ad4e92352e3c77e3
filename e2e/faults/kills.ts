import { describe, it } from '@jest/globals';
import type { ServiceName } from '@assay/contracts';
import type { FaultStage } from './fault-stage.js';
import type { QuestionsInFlight } from './questions-in-flight.js';
import { agentsOf, isAgent, QUESTION_SERVICES } from './service-process.js';
import { StoriesInFlight } from './stories-in-flight.js';

const GROUPS = 3;

/** Services in groups, neighbours apart. */
export const KILLED_TOGETHER: readonly ServiceName[][] = Array.from({ length: GROUPS }, (_, group) =>
  QUESTION_SERVICES.filter((_service, index) => index % GROUPS === group),
);

/** Each is killed while working, and restarted. */
export function describeKills(stage: () => FaultStage, groups: readonly ServiceName[][]): void {
  describe('kill -9 and a new process of', () => {
    it.each(groups.map((group) => [group.join(', '), group] as const))('%s', async (names, group) => {
      // before asking: a quiet machine may be done early
      const working = new Map(group.map((service) => [service, callOf(stage(), service)]));
      await stage().play(
        `kill -9 of ${names}`,
        async (flight) => {
          const killedAt = await Promise.all(
            group.map(async (service) => {
              await working.get(service);
              return killAndRestart(stage(), flight, service);
            }),
          );
          return Math.max(...killedAt);
        },
        'asked',
      );
      await Promise.all(group.map((service) => stage().fleet.process(service).ready()));
    });
  });
}

/** Others work from the start. */
async function callOf({ fleet }: FaultStage, service: ServiceName): Promise<void> {
  if (isAgent(service)) await fleet.ledger.next(({ agent }) => agent === service);
}

async function killAndRestart({ fleet }: FaultStage, flight: QuestionsInFlight, service: ServiceName): Promise<number> {
  const killedAt = performance.now();
  await fleet.process(service).kill();
  await flight.met(killedAt, agentsOf(service));
  await fleet.start(service);
  return killedAt;
}

export function describeStoryKill(stage: () => FaultStage): void {
  it('kill -9 and a new process of story-evaluator, while stories are read', async () => {
    const { fleet } = stage();
    // a repeated task has something to replay
    const reading = fleet.ledger.next(
      ({ agent, task }) =>
        agent === 'story-evaluator' && fleet.ledger.calls.some((call) => call.task === task && call.isReceived),
    );
    const stories = await StoriesInFlight.ask(fleet);
    await reading;
    const from = performance.now();
    await fleet.process('story-evaluator').kill();
    const fault = await fleet.fault(stories.ids, from, ['story-evaluator']);
    await fleet.start('story-evaluator');
    stage().recordRecovery('kill -9 of story-evaluator', (await stories.ended()) - from);
    await stories.check([fault]);
    await fleet.process('story-evaluator').ready();
  });
}
