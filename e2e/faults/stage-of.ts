import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { FaultStage, type StageOptions } from './fault-stage.js';

/** For a start of all services, and for each test. */
export const FAULT_LIMIT_MS = 180_000;

/** After each test all services run and all gates are open. */
export function stageOf(options: StageOptions): () => FaultStage {
  let stage: FaultStage;
  jest.setTimeout(FAULT_LIMIT_MS);
  beforeAll(async () => {
    stage = await FaultStage.open(options);
  });
  afterEach(() => stage?.fleet.repair());
  afterAll(() => stage?.close());
  return () => stage;
}
