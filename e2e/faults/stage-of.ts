import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { FaultStage, type StageOptions } from './fault-stage.js';

/** All services start on two cores, which takes a minute of processor time. */
const START_LIMIT_MS = 300_000;

/** After each test all services run and all gates are open. */
export function stageOf(options: StageOptions): () => FaultStage {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open(options);
  }, START_LIMIT_MS);
  afterEach(() => stage?.fleet.repair());
  afterAll(() => stage?.close());
  return () => stage;
}
