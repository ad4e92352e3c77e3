import { describe } from '@jest/globals';
import { SCENES } from '../faults/scenes.js';
import { stageOf } from './stage-of.js';
import { describeTraces } from './traces.js';

/** With the settings that docker-compose.yml gives every service where the operator sets none. */
describe('telemetry of services apart, queues on postgres', () => {
  describeTraces(stageOf('postgres'), SCENES.slice(0, 1));
});
