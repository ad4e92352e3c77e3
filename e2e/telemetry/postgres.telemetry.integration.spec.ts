import { describe } from '@jest/globals';
import { stageOf } from './stage-of.js';
import { describeTraces } from './traces.js';

describe('telemetry of services apart, queues on postgres', () => {
  describeTraces(stageOf('postgres'));
});
