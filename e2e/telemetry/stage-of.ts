import { afterAll, beforeAll } from '@jest/globals';
import type { Backend } from '../faults/fleet.js';
import { TelemetryStage } from './telemetry-stage.js';

/** All services start on two cores, which takes a minute of processor time. */
const START_LIMIT_MS = 300_000;

export function stageOf(backend: Backend, set: Record<string, string> = {}): () => TelemetryStage {
  let stage: TelemetryStage;
  beforeAll(async () => {
    stage = await TelemetryStage.open(backend, set);
  }, START_LIMIT_MS);
  afterAll(() => stage?.close());
  return () => stage;
}
