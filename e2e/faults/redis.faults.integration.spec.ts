import { describe, it } from '@jest/globals';
import { SERVICES } from '@assay/contracts';
import { describeWith } from '@assay/testing';
import { describeFreezes } from './freezes.js';
import { describeKills, describeStoryKill, KILLED_TOGETHER } from './kills.js';
import { describeOutages, describeQueueOutages } from './outages.js';
import { describeNextRelease, describeRollingRestart } from './releases.js';
import { describeSessions } from './sessions.js';
import { stageOf } from './stage-of.js';
import { describeStorm } from './storm.js';

/** Single faults, then many. */
describeWith('redis-server', 'questions in flight, services apart, queues on redis', () => {
  const stage = stageOf({ backend: 'redis' });

  it('end as scripted where nothing goes wrong', () =>
    stage().play('no fault', async ({ askedAt }) => askedAt, 'asked'));

  describe('through stops of services:', () => {
    describeKills(stage, KILLED_TOGETHER);
    describeStoryKill(stage);
    describeRollingRestart(
      stage,
      SERVICES.map(({ name }) => name),
    );
    describeNextRelease(stage);
    describeFreezes(stage);
  });
  describe('through outages of what services depend on:', () => {
    describeQueueOutages(stage);
    describeOutages(stage);
  });
  describe('beside sessions that fail:', () => describeSessions(stage));
  describe('in a storm of faults:', () => describeStorm(stage));
});
