import { afterAll, beforeAll } from '@jest/globals';
import type { Backend } from '../faults/fleet.js';
import { TelemetryStage } from './telemetry-stage.js';

export function stageOf(backend: Backend): () => TelemetryStage {
  let stage: TelemetryStage;
  beforeAll(async () => {
    stage = await TelemetryStage.open(backend);
  });
  afterAll(() => stage?.close());
  return () => stage;
}
