import { context, logs, metrics, trace } from '@opentelemetry/api';
import { defaultResource, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { idGenerator } from '../spans/chosen-ids.js';
import { exportLogs } from './logs.js';
import { metricReaders } from './metrics.js';
import { PulledMetrics } from './pulled-metrics.js';
import { reportFaults } from './report-faults.js';
import { SpanExport } from './span-export.js';
import type { RunningTelemetry, TelemetryOptions } from './telemetry-options.js';

const STOP_MS = 3000;

/**
 * The NodeSDK reads further `OTEL_…` variables itself.
 * @param onFault called if an export failed
 */
export function startSdk(options: TelemetryOptions, onFault: (message: string) => void): RunningTelemetry {
  // `options` respect it already; the NodeSDK would also disable `/metrics`.
  delete process.env['OTEL_SDK_DISABLED'];
  const pulled = new PulledMetrics();
  const spans = options.traces ? new SpanExport(options.spanDelayMs) : null;
  const logExport = options.logs ? exportLogs() : null;
  const sdk = new NodeSDK({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': options.serviceName, 'service.instance.id': String(process.pid) }),
    ),
    resourceDetectors: [envDetector],
    metricReaders: metricReaders(options, pulled),
    spanProcessors: spans === null ? [] : [spans.processor],
    logRecordProcessors: logExport === null ? [] : [logExport.processor],
    idGenerator,
    // Context travels in rows, jobs and headers.
    textMapPropagator: null,
  });
  reportFaults(onFault);
  sdk.start();
  pulled.start(metrics.getMeter('@assay'));
  spans?.start();
  logExport?.start(logs.getLogger('@assay'));
  return {
    stop: async () => {
      logExport?.stop();
      spans?.stop();
      await within(STOP_MS, sdk.shutdown());
      for (const api of [trace, context, metrics, logs]) api.disable();
    },
  };
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  // Failures have been reported.
  await Promise.race([work.catch(() => undefined), timeUp]);
  clearTimeout(timer);
}
