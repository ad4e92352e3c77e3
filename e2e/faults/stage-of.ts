import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { FAULT_LIMIT_MS, FaultStage, START_LIMIT_MS } from './fault-stage.js';
import type { FleetOptions } from './fleet.js';

/** Opens a stage for the tests of a suite, and gives it. After each test every service runs and every gate is open. */
export function stageOf(options: FleetOptions): () => FaultStage {
  jest.setTimeout(FAULT_LIMIT_MS);
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open(options);
  }, START_LIMIT_MS);
  afterEach(() => stage?.fleet.mend());
  afterAll(() => stage?.close());
  return () => stage;
}
