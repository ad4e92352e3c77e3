import { afterAll, beforeAll, jest } from '@jest/globals';
import type { Backend } from '../faults/fleet.js';
import { FAULT_LIMIT_MS } from '../faults/stage-of.js';
import { TelemetryStage } from './telemetry-stage.js';

export function stageOf(backend: Backend, set: Record<string, string> = {}): () => TelemetryStage {
  let stage: TelemetryStage;
  jest.setTimeout(FAULT_LIMIT_MS);
  beforeAll(async () => {
    stage = await TelemetryStage.open(backend, set);
  });
  afterAll(() => stage?.close());
  return () => stage;
}
