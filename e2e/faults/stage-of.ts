import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { FAULT_LIMIT_MS, FaultStage, START_LIMIT_MS } from './fault-stage.js';
import type { FleetOptions } from './fleet.js';

/** After each test all services run and all gates are open. */
export function stageOf(options: FleetOptions): () => FaultStage {
  jest.setTimeout(FAULT_LIMIT_MS);
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open(options);
  }, START_LIMIT_MS);
  afterEach(() => stage?.fleet.repair());
  afterAll(() => stage?.close());
  return () => stage;
}
