import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { FaultStage, type StageOptions } from './fault-stage.js';

/** After each test all services run and all gates are open. */
export function stageOf(options: StageOptions): () => FaultStage {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open(options);
  });
  afterEach(() => stage?.fleet.repair());
  afterAll(() => stage?.close());
  return () => stage;
}
