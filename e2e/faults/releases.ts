import { expect, it } from '@jest/globals';
import type { ServiceName } from '@assay/contracts';
import type { FaultStage } from './fault-stage.js';
import { QuestionsInFlight } from './questions-in-flight.js';
import { SCENES } from './scenes.js';
import { StoriesInFlight } from './stories-in-flight.js';

/** See that module. */
const NEXT_RELEASE = { NODE_OPTIONS: `--import ${new URL('next-release.ts', import.meta.url).href}` };

/** Services stop gracefully in turn and restart. */
export function describeRollingRestart(stage: () => FaultStage, services: readonly ServiceName[]): void {
  it(`a rolling restart by SIGTERM of ${services.join(', ')}`, async () => {
    const { fleet, workspace } = stage();
    const later: QuestionsInFlight[] = [];
    let stories: StoriesInFlight | undefined;
    await stage().play('SIGTERM, one service after the other', async () => {
      stories = await StoriesInFlight.ask(fleet);
      for (const service of services) {
        // the first may have ended
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
  });
}

export function describeNextRelease(stage: () => FaultStage): void {
  it('workers of this release with a coordinator of the next, which has migrated the record and sends more fields', async () => {
    const { fleet, workspace } = stage();
    let later: QuestionsInFlight | undefined;
    await stage().play('a coordinator of the next release', async () => {
      await fleet.rows.expand();
      await fleet.process('coordinator').stop();
      await (await fleet.start('coordinator', NEXT_RELEASE)).ready();
      const over = performance.now();
      // the first may be nearly done
      later = await QuestionsInFlight.ask(fleet, workspace);
      return over;
    });
    await later?.ended();
    await later?.check();
    expect(await fleet.rows.doneForNextRelease(later?.ids ?? [])).toEqual(
      expect.arrayContaining(['evaluator', 'sql-selector']),
    );
    // and rolled back; the record stays expanded
    await stage().play('a coordinator of the release before', async () => {
      await fleet.process('coordinator').stop();
      await (await fleet.start('coordinator')).ready();
      return performance.now();
    });
  });
}
