import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { idGenerator } from '../spans/chosen-ids.js';
import { setTracing } from '../spans/tracing.js';
import { samplerOf } from './sampler.js';
import type { TelemetryOptions } from './telemetry-options.js';
import { WholeFragments } from './whole-fragments.js';

/** Exports spans from now on; the answer ends it. */
export function startTraces(options: TelemetryOptions, resource: Resource): () => Promise<void> {
  const batches = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    scheduledDelayMillis: options.spanDelayMs,
  });
  const provider = new TracerProvider({
    resource,
    idGenerator,
    sampler: samplerOf(options.sampler),
    spanProcessors: [new WholeFragments(batches)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracing(oneAtATime(() => batches.forceFlush()));
  return async () => {
    setTracing(null);
    await provider.shutdown();
    trace.disable();
    propagation.disable();
    context.disable();
  };
}

/** Asked while it runs, it runs once more afterwards, for all who asked. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      // the exporter reports its own faults
      await work().catch(() => undefined);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
