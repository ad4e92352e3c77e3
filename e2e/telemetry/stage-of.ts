import { afterAll, beforeAll, jest } from '@jest/globals';
import { FAULT_LIMIT_MS, START_LIMIT_MS } from '../faults/fault-stage.js';
import type { Backend } from '../faults/fleet.js';
import { TelemetryStage } from './telemetry-stage.js';

export function stageOf(backend: Backend): () => TelemetryStage {
  jest.setTimeout(FAULT_LIMIT_MS);
  let stage: TelemetryStage;
  beforeAll(async () => {
    stage = await TelemetryStage.open(backend);
  }, START_LIMIT_MS);
  afterAll(() => stage?.close());
  return () => stage;
}
