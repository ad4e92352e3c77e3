import { context, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from '@jest/globals';
import { instruments, renderMetrics } from '../metrics/current.js';
import { startSpan } from '../spans/tracing.js';
import { startTelemetry } from './start-telemetry.js';
import type { RunningTelemetry } from './telemetry-options.js';

const OPTIONS = { serviceName: 'spec', metrics: false, logs: false, spanDelayMs: 60_000, metricIntervalMs: 60_000 };

describe('the SDK of a process', () => {
  let telemetry: RunningTelemetry | null = null;
  const start = async (traces: boolean): Promise<void> => {
    telemetry = await startTelemetry({ ...OPTIONS, traces }, () => undefined);
  };
  const stop = async (): Promise<void> => {
    await telemetry?.stop();
    telemetry = null;
  };
  afterEach(async () => {
    await stop();
    for (const name of ['OTEL_SDK_DISABLED', 'OTEL_TRACES_SAMPLER']) delete process.env[name];
  });

  it('counts for /metrics although nothing is to be exported', async () => {
    process.env['OTEL_SDK_DISABLED'] = 'true';
    await start(false);
    instruments().modelCalls.add(3, { agent: 'evaluator', model: 'm', status: 'answered' });
    expect(await renderMetrics()).toContain('assay_model_calls_total{agent="evaluator",model="m",status="answered"} 3');
  });

  it.each([
    ['always_off', false],
    ['parentbased_always_on', true],
  ])('samples as OTEL_TRACES_SAMPLER=%s says', async (sampler, recorded) => {
    process.env['OTEL_TRACES_SAMPLER'] = sampler;
    await start(true);
    expect(startSpan({ name: 'a span' }).isRecording()).toBe(recorded);
  });

  it('can be started again after it was stopped', async () => {
    await start(true);
    await stop();
    expect(startSpan({ name: 'no span' }).isRecording()).toBe(false);
    await start(true);
    const span = startSpan({ name: 'a span' });
    expect(context.with(trace.setSpan(context.active(), span), () => trace.getActiveSpan())).toBe(span);
    instruments().modelCalls.add(1, { agent: 'generator', model: 'm', status: 'answered' });
    expect(await renderMetrics()).toContain('assay_model_calls_total{agent="generator",model="m",status="answered"} 1');
  });
});
