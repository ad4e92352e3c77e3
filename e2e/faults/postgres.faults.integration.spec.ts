import { describe } from '@jest/globals';
import { describeForgeries } from './forgeries.js';
import { describeFreezes } from './freezes.js';
import { describeKills, KILLED_TOGETHER } from './kills.js';
import { describePostgresHang, describePostgresOutage } from './outages.js';
import { describeRollingRestart } from './releases.js';
import { SCENES } from './scenes.js';
import { stageOf } from './stage-of.js';

/** All services take part; the other scenes are played on Redis. */
const PLAYED = SCENES.slice(0, 3);

/** Each kind of fault on Postgres queues, in real time. */
describe('questions in flight, services apart, queues on postgres, in real time', () => {
  const stage = stageOf({ backend: 'postgres', realTime: true, scenes: PLAYED });

  describeKills(stage, KILLED_TOGETHER.slice(1));
  describeRollingRestart(stage, ['coordinator', 'evaluator', 'db-sampler']);
  describeFreezes(stage);
  describePostgresOutage(stage);
  describePostgresHang(stage);
  describeForgeries(stage);
});
