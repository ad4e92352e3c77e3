import { DiagLogLevel, diag } from '@opentelemetry/api';
import { defaultResource, envDetector, detectResources, resourceFromAttributes } from '@opentelemetry/resources';
import { startMetrics } from './metrics.js';
import type { RunningTelemetry, TelemetryOptions } from './telemetry-options.js';

/** A receiver that does not answer is waited for this long when a process stops, milliseconds. */
const STOP_MS = 3000;

/** Starts the SDK; what exports is loaded only where something is exported. `onFault` hears of what could not be sent. */
export async function startSdk(
  options: TelemetryOptions,
  onFault: (message: string) => void,
): Promise<RunningTelemetry> {
  const silent = (): void => undefined;
  diag.setLogger(
    { error: onFault, warn: onFault, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': options.serviceName, 'service.instance.id': String(process.pid) }))
    .merge(detectResources({ detectors: [envDetector] }));
  const stops = [await startMetrics(options, resource)];
  if (options.traces) stops.push((await import('./traces.js')).startTraces(options, resource));
  if (options.logs) stops.push((await import('./logs.js')).startLogs(resource));
  return {
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      await Promise.race([Promise.allSettled(stops.map((stop) => stop())), timeUp]);
      clearTimeout(timer);
    },
  };
}
