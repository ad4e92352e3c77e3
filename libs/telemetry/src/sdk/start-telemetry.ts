import type { RunningTelemetry, TelemetryOptions } from './telemetry-options.js';

/** Starts what is asked for. The SDK is loaded here and nowhere else: the whole of it only where something is exported. */
export async function startTelemetry(
  options: TelemetryOptions,
  onFault: (message: string) => void,
): Promise<RunningTelemetry> {
  if (options.traces || options.metrics || options.logs) {
    const { startSdk } = await import('./sdk.js');
    return startSdk(options, onFault);
  }
  const { startCounting } = await import('./counting.js');
  return startCounting(onFault);
}
