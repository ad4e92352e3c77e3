import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTelemetry } from '../sdk/start-telemetry.js';
import type { RunningTelemetry, TelemetryOptions } from '../sdk/telemetry-options.js';
import { countEvents } from './count-events.js';
import { instruments, renderMetrics } from './current.js';
import { observeEach } from './observe-each.js';

const NOTHING_EXPORTED: TelemetryOptions = {
  serviceName: 'spec',
  traces: false,
  metrics: false,
  logs: false,
  spanDelayMs: 1000,
  metricIntervalMs: 1000,
};

describe('the instruments', () => {
  let telemetry: RunningTelemetry;
  beforeEach(async () => {
    telemetry = await startTelemetry(NOTHING_EXPORTED, () => undefined);
  });
  afterEach(() => telemetry.stop());

  it('report what is gone, and repeat the last value only of what could not be read', async () => {
    let closed: [string, number][] | null = [['m', 1]];
    observeEach(
      instruments().gatesClosed,
      0,
      (model) => ({ model }),
      () => Promise.resolve(closed),
    );
    expect(await renderMetrics()).toContain('assay_gates_closed{model="m"} 1');
    closed = null;
    expect(await renderMetrics()).toContain('assay_gates_closed{model="m"} 1');
    closed = [];
    expect(await renderMetrics()).toContain('assay_gates_closed{model="m"} 0');
  });

  it('count ends with level and case, and stages with their time', async () => {
    countEvents('question', [
      { type: 'stage-finished', body: { stage: 'evaluate', elapsedMs: 1500 } },
      { type: 'candidate-generated', body: { valid: true, retries: 2 } },
      { type: 'question-finished', body: { status: 'GOLD', case: 'A', level: 'ADVANCED' } },
      { type: 'attempt-started', body: {} },
    ]);
    const text = await renderMetrics();
    expect(text).toContain('assay_runs_finished_total{product="question",status="GOLD",level="ADVANCED",case="A"} 1');
    expect(text).toContain('assay_stage_duration_seconds_sum{stage="evaluate"} 1.5');
    expect(text).toContain('assay_candidate_retries_total 2');
  });

  it('count nothing, and cost nothing to speak of, before the SDK is there', async () => {
    await telemetry.stop();
    expect(() => instruments().modelCalls.add(1, { agent: 'evaluator', model: 'm', status: 'answered' })).not.toThrow();
  });
});
