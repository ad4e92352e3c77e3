import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { describeWith } from '@assay/testing';
import { FAULT_LIMIT_MS, FaultStage } from './fault-stage.js';
import type { Backend } from './fleet.js';
import { describeOutages } from './outages.js';
import { describeStorm } from './storm.js';
import { describeStops } from './stops.js';

/** Faults that no question in flight may notice, on one backend of the queues: one at a time, then a storm of them. */
export function describeFaults(backend: Backend): void {
  const title = `questions in flight, services apart, queues on ${backend}`;
  const suite = (): void => {
    let stage: FaultStage;
    beforeAll(async () => {
      stage = await FaultStage.open(backend);
    }, FAULT_LIMIT_MS);
    afterEach(() => stage?.fleet.mend(), FAULT_LIMIT_MS);
    afterAll(() => stage?.close(), FAULT_LIMIT_MS);

    it(
      'end as scripted where nothing goes wrong',
      () => stage.play('no fault', async ({ askedAt }) => askedAt, 'asked'),
      FAULT_LIMIT_MS,
    );
    const on = (): FaultStage => stage;
    describe('through stops of services:', () => describeStops(on));
    describe('through outages of what services stand on:', () => describeOutages(backend, on));
    describe('in a storm of faults:', () => describeStorm(on));
  };
  if (backend === 'redis') describeWith('redis-server', title, suite);
  else describe(title, suite);
}
